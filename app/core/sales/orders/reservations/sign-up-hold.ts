/** What a sign-up may hold before its email is confirmed: the caps, and the words for staff. */
import type { HoldSettings } from '#core/ground/settings/settings.ts';

/** In place of the customer, in lists and files of staff. */
export const EMAIL_NOT_CONFIRMED = 'Email not confirmed yet';

/** A product of the cart: `forSale` counts the units that sign-ups hold already, which are `held`. */
export type WantedUnits = { quantity: number; forSale: number; held: number };

/** The open holds of sign-ups, beside the one that is asked for. */
export type OpenHolds = {
  /** From the same client address. */
  ofClient: number;
  /** With a place in the same pickup slot. */
  ofSlot: number;
  /** Units of all products. */
  units: number;
};

type Caps = Pick<HoldSettings, 'signUpHoldsPerAddress' | 'signUpUnitsPerProduct' | 'signUpUnits'> & {
  /** Places in a pickup slot. */
  capacity: number;
};

/**
 * Whether a sign-up may hold these units and a place: at most half of what is for sale of a product and half of a
 * slot, so that people who never confirm cannot empty the shop.
 */
export function mayHold(wanted: readonly WantedUnits[], open: OpenHolds, caps: Caps): boolean {
  const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    open.ofClient < caps.signUpHoldsPerAddress &&
    open.ofSlot < Math.floor(caps.capacity / 2) &&
    open.units + units <= caps.signUpUnits &&
    wanted.every(
      ({ quantity, forSale, held }) =>
        held + quantity <= Math.min(caps.signUpUnitsPerProduct, Math.floor(forSale / 2)),
    )
  );
}
