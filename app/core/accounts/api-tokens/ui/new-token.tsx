/** The form of a new token, and its secret, which is shown once. */
import { useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';

type Scope = { scope: string; words: string };

export function NewToken({
  scopes,
  days,
  refusal,
}: {
  scopes: readonly Scope[];
  days: readonly number[];
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'create';
  const { errors = {}, values = {} } = refusal ?? {};
  return (
    <CheckedForm refusal={refusal} className="flex max-w-md flex-col gap-5">
      <input type="hidden" name="intent" value="create" />
      <Field
        label="Name"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        hint="The program that will use it."
        defaultValue={values.name}
        errors={errors.name}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Allowed</legend>
        {scopes.map(({ scope, words }, at) => (
          <CheckboxField
            key={scope}
            name={scope}
            label={words}
            defaultChecked={values[scope] === 'on'}
            errors={at === 0 ? errors.scopes : undefined}
          />
        ))}
      </fieldset>
      <SelectField label="Expires" name="days" defaultValue={values.days ?? '90'} errors={errors.days}>
        {days.map((each) => (
          <option key={each} value={each}>
            {each === 365 ? 'In a year' : `In ${each} days`}
          </option>
        ))}
      </SelectField>
      <Button type="submit" busy={isBusy} busyText="Creating…" className="self-start">
        Create token
      </Button>
    </CheckedForm>
  );
}

/** The only time that anyone sees the secret. */
export function NewSecret({ name, secret }: { name: string; secret: string }) {
  return (
    <Notice tone="success" title={`Token created: ${name}`} className="mb-6">
      <p className="mt-1">Copy it now. We do not show it again.</p>
      <p className="mt-2 select-all rounded-control bg-cream px-3 py-2 font-mono text-sm wrap-anywhere">
        {secret}
      </p>
      <p className="mt-2">
        <a href="/developers" className="inline-flex min-h-11 items-center underline underline-offset-4">
          How programs use it
        </a>
      </p>
    </Notice>
  );
}
