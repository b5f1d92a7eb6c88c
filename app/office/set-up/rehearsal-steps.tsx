/** Renders the rehearsal: what it does, its steps while it is running, and the press that starts or ends it. */
import { Form, Link, useNavigation } from 'react-router';
import { REHEARSAL_MINUTES } from '#core/running/rehearsals/rehearsal.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';

type Running = {
  /** The time at which it started. */
  since: string;
  /** What was changed since then beside its orders; null if nothing. */
  alsoUndone: string | null;
};

/** Where to sign in on a phone, as text to type and as a QR code. */
type SignIn = { address: string; qr: { size: number; path: string } };

export function RehearsalSteps({ running, signIn }: { running: Running | null; signIn: SignIn | null }) {
  const isBusy = useNavigation().formData?.get('intent') === 'start-rehearsal';
  if (running === null)
    return (
      <>
        <p className="measure">
          You need a product for sale. Whatever anyone does during the rehearsal is undone at its end, also
          changes of products and settings: make them before or afterward. It ends by itself after{' '}
          {REHEARSAL_MINUTES} minutes, unless such changes were made.
        </p>
        <Form method="post" preventScrollReset className="mt-3">
          <Button type="submit" name="intent" value="start-rehearsal" busy={isBusy} busyText="Starting…">
            Start the rehearsal
          </Button>
        </Form>
      </>
    );
  const { since, alsoUndone } = running;
  return (
    <>
      {alsoUndone === null ? null : (
        <Notice tone="caution" title={`Not only orders: ${alsoUndone} since ${since}.`} className="mb-4">
          <p className="mt-1">
            The end of the rehearsal undoes them too. Note what you changed, end the rehearsal, and enter it
            again.
          </p>
        </Notice>
      )}
      <ol className="measure list-decimal space-y-2 pl-5">
        <li>
          On your phone, open <span className="font-medium wrap-anywhere">{signIn?.address}</span> and sign in
          with your own account. Add a product to the cart and reserve it. You get its email.
          {signIn ? <QrCode {...signIn} /> : null}
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
          consequence={`Everything done since ${since} is undone: orders, stock and cash${alsoUndone === null ? '' : `, and ${alsoUndone}`}.`}
          fields={{ intent: 'end-rehearsal' }}
          rank="primary"
        />
      </div>
    </>
  );
}

/** Black on white in every theme, because cameras need it. */
function QrCode({ address, qr: { size, path } }: SignIn) {
  return (
    <svg
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mt-2 block aspect-square w-full max-w-40"
    >
      <path fill="#ffffff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000000" d={path} />
    </svg>
  );
}
