/** Renders the actions for an active second factor of either kind: new backup codes, and turning it off. */
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { backupCodesLeft } from './authenticator-section.tsx';

export function SecondFactorChange({
  left,
  since,
  otherPhone,
}: {
  left: number;
  since: string;
  /** How to switch to another phone. */
  otherPhone: string;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'renew-codes';
  return (
    <div className="grid max-w-xl gap-8">
      <p>
        On since {since}. {backupCodesLeft(left)}.
      </p>
      <section aria-labelledby="new-codes">
        <h2 id="new-codes" className="text-xl">
          New backup codes
        </h2>
        <p className="mt-2 mb-4 text-ink-soft">
          Make new codes if you lost the list or have used most of it. Your current codes stop working.
        </p>
        <Form method="post">
          <input type="hidden" name="intent" value="renew-codes" />
          <Button type="submit" rank="secondary" busy={isBusy} busyText="Making codes…">
            Make new codes
          </Button>
        </Form>
      </section>
      <section aria-labelledby="turn-off">
        <h2 id="turn-off" className="text-xl">
          Turn it off
        </h2>
        <p className="mt-2 mb-4 text-ink-soft">{otherPhone}</p>
        <Confirm
          label="Turn off"
          busyText="Turning off…"
          of="two-factor sign-in"
          question="Turn off two-factor sign-in?"
          consequence="Then your password alone signs you in, and your backup codes stop working."
          fields={{ intent: 'turn-off' }}
          rank="secondary"
        />
      </section>
    </div>
  );
}
