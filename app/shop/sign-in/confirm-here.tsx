/** Renders the confirmation in the browser that signed up, which needs no password. */
import { useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { SelfSubmittingForm } from './self-submitting-form.tsx';

type Props = { token: string; email: string; refusal: FormRefusal | undefined };

export function ConfirmHere({ token, email, refusal }: Props) {
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
