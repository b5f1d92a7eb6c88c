/** After sign-up: what to do next, and what to know before coming (specification section 2). */
import { redirect } from 'react-router';
import { safeReturnPath } from '#core/accounts/identity/sessions/return-path.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { FlashHandle } from '#core/ground/frame/flash-message.tsx';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { requireUnconfirmed } from '#shop/sign-up-hold/confirmed-elsewhere.server.ts';
import { readHeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/account-created.page';
import { hasCart } from './answer-confirmation.server.ts';
import { LinkOpenedElsewhere } from './link-opened-elsewhere.tsx';
import { BeforeYouCome } from './next-steps.tsx';
import { isSignUpMailRefused } from './sign-up-mail-queries.server.ts';
import { signedUpEmail } from './signed-up-email.server.ts';
import { useConfirmation } from './use-confirmation.ts';
import { WaitingForLink } from './waiting-for-link.tsx';

export const handle = { showsFlash: true } satisfies FlashHandle;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, { title: loaderData?.confirmed ? 'Email confirmed' : 'Account created' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const returnTo = safeReturnPath(url.searchParams.get('returnTo'));
  const isSignedIn = context.get(actorContext).kind === 'user';
  // Confirmed in another tab or on another device, and signed in here: continue what was started.
  if (returnTo !== null && isSignedIn)
    throw redirect(returnTo === '/checkout' && !hasCart(request) ? '/orders' : returnTo);
  if (!isSignedIn) await requireUnconfirmed(request, returnTo);
  // Only words depend on it: anyone may open the address.
  const confirmed = url.searchParams.get('confirmed');
  // For a signed-in person it is another account's email, or one that is already confirmed.
  const email = isSignedIn ? null : signedUpEmail(request);
  const held = isSignedIn ? null : await readHeldHere(request);
  const { atmOnPremises, phone } = (await readSettings()).store;
  const unreachable = isMailOff() ? phone : null;
  const isRefused =
    confirmed === null && email !== null && unreachable === null && (await isSignUpMailRefused(email));
  return { returnTo, email, held, atm: atmOnPremises, unreachable, isRefused, isSignedIn, confirmed };
}

export default function AccountCreated({ loaderData }: Route.ComponentProps) {
  const { returnTo, email, atm, unreachable, isRefused, isSignedIn, confirmed } = loaderData;
  useConfirmation(unreachable === null && !isRefused && !isSignedIn && confirmed === null);
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-3xl">
          {confirmed ? 'Your email is confirmed' : 'Almost there: confirm your email'}
        </h1>
        {confirmed ? (
          <LinkOpenedElsewhere hasOrder={confirmed === 'order'} email={email} returnTo={returnTo} />
        ) : (
          <WaitingForLink {...loaderData} />
        )}
        <BeforeYouCome atm={atm} />
        <div>
          <ButtonLink to="/" rank="secondary">
            Go to the homepage
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
