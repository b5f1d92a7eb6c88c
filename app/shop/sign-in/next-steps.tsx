/** Renders what follows sign-up: how to sign in, and what to know before coming. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loginPath } from '#core/identity/sessions/return-path.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';

/** The header has the button on wide screens, its menu on narrow ones. */
export function WhereToSignIn({ returnTo, email }: { returnTo: string | null; email: string | null }) {
  const signIn = (
    <Link to={loginPath(returnTo)} state={{ email }} className="font-medium underline underline-offset-4">
      Sign In
    </Link>
  );
  return (
    <>
      <p className="hidden lg:block">
        If you confirm it elsewhere, sign in here with the {signIn} button at the top right.
      </p>
      <p className="lg:hidden">
        If you confirm it elsewhere, sign in here with {signIn}, in the menu at the top right.
      </p>
    </>
  );
}

export function BeforeYouCome({ atm }: { atm: boolean }) {
  const minimumAge = useMinimumAge();
  return (
    <ol className="flex flex-col gap-4">
      <Step title="Reserve here">This site only takes reservations. Nothing is paid online.</Step>
      <Step title="Bring your ID">
        A valid driver’s license or government ID that proves you are {minimumAge} or older is needed at
        pickup.
      </Step>
      <Step title="Bring cash">
        {atm ? 'Cash is the only payment. There is an ATM on site.' : 'Cash is the only payment.'}
      </Step>
    </ol>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-l-2 border-ochre-400 pl-4">
      <p className="font-semibold">{title}</p>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
