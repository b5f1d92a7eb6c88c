/** Setting codes by text message up: the number, then the code that arrives there. */
import { Form, useNavigation } from 'react-router';
import { phoneText } from '#features/notifications/sms-number.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { SentTextCode } from '../text-factor-queries.server.ts';
import { CodeField } from './code-field.tsx';
import { SentCode } from './sent-code.tsx';

const useIntent = () => useNavigation().formData?.get('intent');

export function PhoneForm({ agreement, refusal }: { agreement: string; refusal: FormRefusal | undefined }) {
  const doing = useIntent();
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
        hint="We send a code there first."
        defaultValue={refusal?.values.phone}
        errors={refusal?.errors.phone}
      />
      <p className="text-sm text-ink-soft">{agreement}</p>
      <p className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="send-code"
          busy={doing === 'send-code'}
          busyText="Sending…"
        >
          Send me a code
        </Button>
        <ButtonLink to="/security" rank="quiet">
          Cancel
        </ButtonLink>
      </p>
    </CheckedForm>
  );
}

export function PhoneCodeForm({ sent, refusal }: { sent: SentTextCode; refusal: FormRefusal | undefined }) {
  const doing = useIntent();
  return (
    <div className="grid max-w-xl gap-6">
      <SentCode to={phoneText(sent.phone)} status={sent.status} />
      <CheckedForm refusal={refusal} className="grid justify-items-start gap-5">
        <CodeField hint="Six digits." errors={refusal?.errors.code} value={refusal?.values.code} />
        <Button type="submit" name="intent" value="turn-on" busy={doing === 'turn-on'} busyText="Turning on…">
          Turn on
        </Button>
      </CheckedForm>
      <Form method="post" className="flex flex-wrap gap-3 border-t border-line pt-6">
        <input type="hidden" name="phone" value={sent.phone} />
        <Button
          type="submit"
          name="intent"
          value="send-code"
          rank="secondary"
          busy={doing === 'send-code'}
          busyText="Sending…"
        >
          Send a new code
        </Button>
        <Button type="submit" name="intent" value="other-phone" rank="quiet">
          Use another number
        </Button>
      </Form>
    </div>
  );
}
