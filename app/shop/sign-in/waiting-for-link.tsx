/** Renders what a person who signed up waits for: the mail with the link, or why none comes. */
import type { HeldHere } from '#shop/sign-up-hold/held-here.server.ts';
import { HeldItems } from '#shop/sign-up-hold/held-items.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinkNotice, LinkRefused } from './mail-notices.tsx';
import { LinkOnItsWay, NoLinkSent, WhereToSignIn } from './next-steps.tsx';

type Props = {
  returnTo: string | null;
  email: string | null;
  held: HeldHere | null;
  /** The store's phone number, if the shop has no mail server. */
  unreachable: string | null;
  isRefused: boolean;
};

export function WaitingForLink({ returnTo, email, held, unreachable, isRefused }: Props) {
  const refused = isRefused ? email : null;
  const fromCheckout = returnTo?.startsWith('/checkout') ?? false;
  // Checkout passes the time on where it could not hold it.
  const couldNotHold = held === null && returnTo?.startsWith('/checkout?slot=');
  return (
    <>
      {unreachable !== null ? (
        <NoLinkSent phone={unreachable} />
      ) : refused !== null ? (
        <LinkRefused email={refused} returnTo={returnTo} isHeld={held !== null} />
      ) : (
        <LinkOnItsWay email={email}>
          {held ? 'reserve your items' : fromCheckout ? 'return to checkout, where your cart is' : 'sign in'}
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
    </>
  );
}
