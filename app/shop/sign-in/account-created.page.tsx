/** After sign-up: what to do next, and what to know before coming (specification section 2). */
import { Link, redirect } from 'react-router';
import { actorContext } from '#core/access/actor-context.ts';
import { loginPath, safeReturnPath } from '#core/identity/sessions/return-path.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { pageMeta } from '#shop/frame/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/account-created.page';
import { BeforeYouCome, WhereToSignIn } from './next-steps.tsx';
import { signedUpEmail } from './signed-up-email.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account created' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const returnTo = safeReturnPath(url.searchParams.get('returnTo'));
  const isSignedIn = context.get(actorContext).kind === 'user';
  // Confirmed in another tab or on another device, and signed in here: continue what was started.
  if (returnTo !== null && isSignedIn) throw redirect(returnTo);
  // For a signed-in person it is another account's email, or one that is already confirmed.
  const email = isSignedIn ? null : signedUpEmail(request);
  return { returnTo, email, atm: (await readSettings()).store.atmOnPremises };
}

export default function AccountCreated({ loaderData: { returnTo, email, atm } }: Route.ComponentProps) {
  const fromCheckout = returnTo === '/checkout';
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-3xl">Almost there: confirm your email</h1>
        <p className="text-lg">
          {email === null ? (
            'Check your email for a link from us.'
          ) : (
            <>
              A link is on its way to{' '}
              <strong className="wrap-anywhere">
                <EmailAddress>{email}</EmailAddress>
              </strong>
              , unless it already has an account.
            </>
          )}{' '}
          Open it in this browser to confirm your email and{' '}
          {fromCheckout ? 'return to checkout, where your cart is' : 'sign in'}. Another browser asks for your
          password.
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
        <BeforeYouCome atm={atm} />
        <Notice>
          No email after a few minutes? Check your spam folder, or ask for{' '}
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

const link = 'font-medium underline underline-offset-4';
