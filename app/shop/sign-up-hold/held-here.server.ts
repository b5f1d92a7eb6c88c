/** What the sign-up of this browser holds. */
import { ownSignUp } from '#core/accounts/identity/accounts/own-sign-up.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { releaseSignUpHold } from '#core/sales/orders/reservations/release-sign-up-hold.server.ts';
import { readSignUpHold } from '#core/sales/orders/reservations/sign-up-hold-queries.server.ts';
import { formatDateTime, formatTime, formatWeekday, instantOf, storeDate } from '#kernel/time.ts';

/** As pages show it; times in the store's zone. */
export type HeldHere = {
  lines: { productId: number; name: string; quantity: number }[];
  pickup: { weekday: string; starts: string; ends: null };
  /** '5:42 PM' */
  until: string;
  /** ISO instant of the pickup time. */
  slot: string;
};

/** null when this browser has signed up for nothing that is still held. */
export async function readHeldHere(request: Request): Promise<HeldHere | null> {
  const signUpId = ownSignUp(request);
  const hold = signUpId === null ? null : await readSignUpHold(signUpId);
  if (!hold?.expiresAt) return null;
  const { zone } = (await readSettings()).store;
  const at = instantOf(hold.pickupStartsAt);
  return {
    lines: hold.lines,
    pickup: { weekday: formatWeekday(storeDate(at, zone)), starts: formatDateTime(at, zone), ends: null },
    until: formatTime(instantOf(hold.expiresAt), zone),
    slot: at.toString(),
  };
}

/** The held units by product; empty for a browser that holds nothing. */
export async function readUnitsHeldHere(request: Request): Promise<ReadonlyMap<number, number>> {
  const signUpId = ownSignUp(request);
  const hold = signUpId === null ? null : await readSignUpHold(signUpId);
  const lines = hold?.expiresAt ? hold.lines : [];
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
}

/** Releases it, so that the person can choose again. Returns where they continue: with the same time, if one was held. */
export async function releaseHeldHere(request: Request, note: string): Promise<string> {
  const held = await readHeldHere(request);
  const signUpId = ownSignUp(request);
  if (held === null || signUpId === null) return checkoutPath(null);
  await releaseSignUpHold(signUpId, note);
  return checkoutPath(held.slot);
}

/** Checkout, with a pickup time (an ISO instant) selected if it is still free. */
export const checkoutPath = (slot: string | null): string =>
  slot === null ? '/checkout' : `/checkout?${new URLSearchParams({ slot })}`;
