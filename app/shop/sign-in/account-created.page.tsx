/** After sign-up: what to do next, and what to know before coming (specification section 2). */
import { redirect } from 'react-router';
import { actorContext } from '#core/access/actor-context.ts';
import type { FlashHandle } from '#core/frame/flash-message.tsx';
import { safeReturnPath } from '#core/identity/sessions/return-path.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { readHeldHere } from '#shop/checkout/held-here.server.ts';
import { HeldItems } from '#shop/checkout/held-items.tsx';
import { pageMeta } from '#shop/frame/page-meta.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/account-created.page';
import { LinkNotice, LinkRefused, useRefusal } from './mail-notices.tsx';
import { BeforeYouCome, LinkOnItsWay, NoLinkSent, WhereToSignIn } from './next-steps.tsx';
import { isSignUpMailRefused } from './sign-up-mail-queries.server.ts';
import { signedUpEmail } from './signed-up-email.server.ts';

export const handle = { showsFlash: true } satisfies FlashHandle;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account created' });

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const returnTo = safeReturnPath(url.searchParams.get('returnTo'));
  const isSignedIn = context.get(actorContext).kind === 'user';
  // Confirmed in another tab or on another device, and signed in here: continue what was started.
  if (returnTo !== null && isSignedIn) throw redirect(returnTo);
  // For a signed-in person it is another account's email, or one that is already confirmed.
  const email = isSignedIn ? null : signedUpEmail(request);
  const held = isSignedIn ? null : await readHeldHere(request);
  const { atmOnPremises, phone } = (await readSettings()).store;
  const unreachable = isMailOff() ? phone : null;
  const isRefused = email !== null && unreachable === null && (await isSignUpMailRefused(email));
  return { returnTo, email, held, atm: atmOnPremises, unreachable, isRefused };
}

export default function AccountCreated({ loaderData }: Route.ComponentProps) {
  const { returnTo, email, held, atm, unreachable, isRefused } = loaderData;
  useRefusal(email !== null && unreachable === null && !isRefused);
  const refused = isRefused ? email : null;
  const fromCheckout = returnTo?.startsWith('/checkout') ?? false;
  // Checkout passes the time on where it could not hold it.
  const couldNotHold = held === null && returnTo?.startsWith('/checkout?slot=');
  return (
    <section className="shell py-12 sm:py-16">
      <div className="mx-auto flex max-w-xl flex-col gap-6">
        <h1 className="text-3xl">Almost there: confirm your email</h1>
        {unreachable !== null ? (
          <NoLinkSent phone={unreachable} />
        ) : refused !== null ? (
          <LinkRefused email={refused} returnTo={returnTo} isHeld={held !== null} />
        ) : (
          <LinkOnItsWay email={email}>
            {held
              ? 'reserve your items'
              : fromCheckout
                ? 'return to checkout, where your cart is'
                : 'sign in'}
          </LinkOnItsWay>
        )}
        {held ? <HeldItems held={held} /> : null}
        {couldNotHold ? (
          <Notice tone="caution">
            We cannot hold items before you confirm right now. Open the link; your cart and time are saved.
          </Notice>
        ) : null}
        {unreachable === null && refused === null ? (
          <LinkNotice email={email} returnTo={returnTo} isHeld={held !== null} />
        ) : null}
        {refused === null ? <WhereToSignIn returnTo={returnTo} email={email} /> : null}
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
