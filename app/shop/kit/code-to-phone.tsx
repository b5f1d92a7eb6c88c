/** Renders a code by text message: the phone number, the button that sends the code, the field to enter it. */
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

const useIntent = () => useNavigation().formData?.get('intent');

/** Asks for the number and sends a code there. */
export function PhoneForm({
  refusal,
  phone,
  hint,
  again = false,
  cancel,
  children,
}: {
  refusal: FormRefusal | undefined;
  /** The number on file, formatted for display. */
  phone?: string;
  hint: string;
  /** Whether a code was sent before. */
  again?: boolean;
  /** Where Cancel leads. */
  cancel?: string;
  /** What a person agrees to. */
  children: ReactNode;
}) {
  return (
    <CheckedForm refusal={refusal} className="grid max-w-xl gap-5">
      <Field
        label="Mobile phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        maxLength={40}
        className="max-w-xs"
        hint={hint}
        defaultValue={refusal?.values.phone ?? phone}
        errors={refusal?.errors.phone}
      />
      {children}
      <p className="flex flex-wrap gap-3">
        <SendCodeButton again={again} />
        {cancel ? (
          <ButtonLink to={cancel} rank="quiet">
            Cancel
          </ButtonLink>
        ) : null}
      </p>
    </CheckedForm>
  );
}

/** Asks for the code that arrived. */
export function PhoneCodeForm({ refusal }: { refusal: FormRefusal | undefined }) {
  const isBusy = useIntent() === 'turn-on';
  return (
    <CheckedForm refusal={refusal} className="grid justify-items-start gap-5">
      <CodeField hint="Six digits." errors={refusal?.errors.code} value={refusal?.values.code} />
      <Button type="submit" name="intent" value="turn-on" busy={isBusy} busyText="Turning on…">
        Turn on
      </Button>
    </CheckedForm>
  );
}

export function SendCodeButton({ again = false }: { again?: boolean }) {
  const isBusy = useIntent() === 'send-code';
  return (
    <Button
      type="submit"
      name="intent"
      value="send-code"
      rank={again ? 'secondary' : 'primary'}
      busy={isBusy}
      busyText="Sending…"
    >
      {again ? 'Send a new code' : 'Send me a code'}
    </Button>
  );
}

/** A one-time code. Phones show a number pad, and autofill the code that arrived. */
export function CodeField({
  hint,
  errors,
  value,
}: {
  hint: string;
  errors: readonly string[] | undefined;
  value?: string | undefined;
}) {
  return (
    <Field
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={60}
      hint={hint}
      errors={errors}
      defaultValue={value}
      className="max-w-xs"
    />
  );
}
