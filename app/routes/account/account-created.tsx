/** After sign-up: what to do next, and what to know before coming (specification section 2). */
import type { ReactNode } from 'react';
import { Link, redirect } from 'react-router';
import { actorContext } from '#features/access/actor-context.ts';
import { loginPath, safeReturnPath } from '#features/identity/return-path.ts';
import { signedUpEmail } from '#features/identity/signed-up-email.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/account-created';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account created' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const returnTo = safeReturnPath(url.searchParams.get('returnTo'));
  const isSignedIn = context.get(actorContext).kind === 'user';
  // Confirmed meanwhile, in another tab or on another device, and signed in here: on with what was begun.
  if (returnTo !== null && isSignedIn) throw redirect(returnTo);
  // Signed in, it is another account's address, or one that waits for nothing any more.
  const email = isSignedIn ? null : signedUpEmail(request);
  return { returnTo, email, atm: (await readSettings()).store.atmOnPremises };
}

export default function AccountCreated({ loaderData: { returnTo, email, atm } }: Route.ComponentProps) {
  const minimumAge = useMinimumAge();
  const fromCheckout = returnTo === '/checkout';
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-3xl">Almost there: confirm your email</h1>
        <p className="text-lg">
          {email === null ? (
            'We have sent you a link.'
          ) : (
            <>
              We have sent a link to{' '}
              <strong className="wrap-anywhere">
                <EmailAddress>{email}</EmailAddress>
              </strong>
              .
            </>
          )}{' '}
          Open it to confirm your email with the password you have chosen
          {fromCheckout ? ': you are signed in and back in checkout. Your cart stays on this device' : null}.
        </p>
        {email === null ? null : (
          <p>
            Not your address?{' '}
            <Link to={loginPath(returnTo, 'signup')} state={{ email }} className={link}>
              Sign up again with the right one
            </Link>
            .
          </p>
        )}
        <WhereToSignIn returnTo={returnTo} email={email} />
        <ol className="flex flex-col gap-4">
          <Step title="Reserve here">This site only takes reservations. Nothing is paid online.</Step>
          <Step title="Bring your ID">
            A valid driver’s license or government ID that proves you are {minimumAge} or older is needed at
            pickup.
          </Step>
          <Step title="Bring cash">
            {atm ? 'Cash is the only payment. An ATM is on premises.' : 'Cash is the only payment.'}
          </Step>
        </ol>
        <Notice>
          No mail after a few minutes? Look in the spam folder, or ask for{' '}
          <a href="/resend-confirmation" className={link}>
            a new link
          </a>
          .
        </Notice>
        <div>
          <ButtonLink to="/">Go to the homepage</ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** The header shows the button where it has room for it, and keeps it in its menu where it has not. */
function WhereToSignIn({ returnTo, email }: { returnTo: string | null; email: string | null }) {
  const signIn = (
    <Link to={loginPath(returnTo)} state={{ email }} className={link}>
      Sign In
    </Link>
  );
  return (
    <>
      <p className="hidden lg:block">
        Once it is confirmed, you sign in with the {signIn} button at the top right.
      </p>
      <p className="lg:hidden">
        Once it is confirmed, you sign in with {signIn}, in the menu at the top right.
      </p>
    </>
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

const link = 'font-medium underline underline-offset-4';
