/** Renders the forms behind the confirmation link. */
import { useNavigation } from 'react-router';
import { PasswordForm } from '#shop/kit/password-form.tsx';
import { BirthDateField, FullNameField } from '#shop/kit/person-fields.tsx';
import { SelfSubmittingForm } from '#shop/kit/self-submitting-form.tsx';
import { Button } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { ConfirmIntent } from './answer-confirmation.server.ts';

type Link = { token: string; email: string };

/** In the browser that signed up, which needs no password. */
export function ConfirmHere({ token, email, refusal }: Link & { refusal: FormRefusal | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'own';
  return (
    <SelfSubmittingForm action="/confirm-email" refusal={refusal}>
      <input type="hidden" name="intent" value="own" />
      <input type="hidden" name="token" value={token} />
      <p className="text-ink-soft">
        You signed up in this browser as <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <Button type="submit" size="large" busy={isBusy} busyText="Confirming…">
        Confirm and sign in
      </Button>
    </SelfSubmittingForm>
  );
}

/** In any other browser: with the password of the sign-up, or with a new one. */
export function ConfirmElsewhere({
  token,
  email,
  answer,
}: Link & { answer: (FormRefusal & { intent: ConfirmIntent }) | undefined }) {
  const ofNewPassword = answer?.intent === 'new-password' ? answer : undefined;
  const form = { username: email, busyText: 'Confirming…' };
  return (
    <>
      <PasswordForm
        {...form}
        refusal={ofNewPassword ? undefined : answer}
        hidden={{ intent: 'confirm', token }}
        password="current"
        button="Confirm and sign in"
      >
        <p className="text-ink-soft">
          Enter the password you chose when you signed up as{' '}
          <strong className="wrap-anywhere">{email}</strong>. This also signs you in.
        </p>
      </PasswordForm>
      <details open={ofNewPassword !== undefined} className="border-t border-line pt-5">
        <summary className="mb-4 min-h-11 cursor-pointer content-center font-medium text-spruce-700 underline underline-offset-4">
          Forgot it? Choose a new password
        </summary>
        <PasswordForm
          {...form}
          refusal={ofNewPassword}
          idPrefix="new-"
          hidden={{ intent: 'new-password', token }}
          password="new"
          button="Save password and confirm"
          rank="secondary"
        >
          <p className="text-ink-soft">
            Only that password proves that you signed up, so please enter your name and birth date again. We
            delete what was entered before.
          </p>
          <FullNameField refusal={ofNewPassword} />
          <BirthDateField refusal={ofNewPassword} />
        </PasswordForm>
      </details>
    </>
  );
}
