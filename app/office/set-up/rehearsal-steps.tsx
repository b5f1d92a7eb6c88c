/** Renders the rehearsal: what it does, its steps while it is running, and the press that starts or ends it. */
import { Form, Link, useNavigation } from 'react-router';
import { REHEARSAL_MINUTES } from '#core/running/rehearsals/rehearsal.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';

/** @param since the time at which it started; null while none is running */
export function RehearsalSteps({ since }: { since: string | null }) {
  const isBusy = useNavigation().formData?.get('intent') === 'start-rehearsal';
  if (since === null)
    return (
      <>
        <p className="measure">
          You need a product for sale. Whatever anyone does during the rehearsal is undone at its end, also
          changes of products and settings. It ends by itself after {REHEARSAL_MINUTES} minutes.
        </p>
        <Form method="post" preventScrollReset className="mt-3">
          <Button type="submit" name="intent" value="start-rehearsal" busy={isBusy} busyText="Starting…">
            Start the rehearsal
          </Button>
        </Form>
      </>
    );
  return (
    <>
      <ol className="measure list-decimal space-y-2 pl-5">
        <li>
          On your phone, sign in to this shop with your own account, add a product to the cart and reserve it.
          You get its email.
        </li>
        <li>
          At the{' '}
          <Link to="/counter" className="text-spruce-700 underline underline-offset-4">
            counter
          </Link>
          , open the drawer, pack the order and mark it ready.
        </li>
        <li>Check your own ID, take the cash, and hand the order over.</li>
        <li>Come back here and end the rehearsal.</li>
      </ol>
      <div className="mt-3">
        <Confirm
          label="End the rehearsal"
          of={`since ${since}`}
          question="End the rehearsal?"
          consequence={`Everything done since ${since} is undone: orders, stock, cash, and also changes of products and settings.`}
          fields={{ intent: 'end-rehearsal' }}
          rank="primary"
        />
      </div>
    </>
  );
}
