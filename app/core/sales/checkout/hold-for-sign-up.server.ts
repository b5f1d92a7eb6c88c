/**
 * Holds a guest's cart and pickup time while they confirm their email. Nothing is ordered: confirming the email does
 * that (`placeOrder`). Decides by the rules of checkout, for a person who has reserved nothing yet. Locks as checkout
 * does, and before stock the lock under which these holds are counted (docs/locks.md).
 */

import type { StoreClock } from '#core/goods/stock/hold-lots.server.ts';
import { lockMenu } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut, unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { NO_NOTES } from '#core/sales/orders/order-notes.ts';
import { quote } from '#core/sales/orders/quote.ts';
import {
  countOpenHolds,
  lockPlace,
  lockReservationsOfSignUp,
  passPlaceOn,
} from '#core/sales/orders/reservations/lock-sign-up-hold.server.ts';
import { releaseReservations } from '#core/sales/orders/reservations/release-reservations.server.ts';
import { mayHold } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { writeSignUpHold } from '#core/sales/orders/reservations/write-sign-up-hold.server.ts';
import { offeredSlotAt } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { releaseSlot } from '#core/sales/pickup/take-slot.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { inTransactionOr, type Transaction, together } from '#db/client.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, readInstant, storeDate, systemClock } from '#kernel/time.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { mergeLines } from './cart.ts';
import type { CheckoutInput } from './checkout-input.server.ts';
import { type CheckoutProblem, checkCheckout, priceChanged } from './checkout-rules.ts';
import { unknownProduct } from './place-order.server.ts';

export type HoldInput = Pick<CheckoutInput, 'lines' | 'slotStartsAt' | 'expectedTotal' | 'notes'> & {
  signUpId: string;
  /** yyyy-mm-dd */
  birthDate: string;
  /** The client address; only its hash is stored, until the hold ends. */
  address: string;
  /** An earlier sign-up of the same browser: what it holds is released if this is held instead. */
  replaces?: string | null;
};

/** `isHeld` is false where a cap on such holds is reached: the sign-up goes on, and nothing is held. */
type Outcome = Result<{ isHeld: boolean }, CheckoutProblem>;

/** Whether it could be held now, without holding anything: to be asked before the sign-up counts as one. */
export async function checkHoldForSignUp(input: HoldInput, now = systemClock()): Promise<Outcome> {
  const terms = await readHoldTerms();
  return inTransactionOr<Outcome>(async (tx, abandon) => abandon(await holdForSignUp(tx, terms, input, now)));
}

/** Read before the transaction, so that it needs no second connection. */
export async function readHoldTerms() {
  const [settings, taxes] = await Promise.all([readSettings(), readTaxRules()]);
  return { settings, taxes };
}

/** Holds it in the transaction that saves the sign-up. The caller rolls back if this refuses. */
export async function holdForSignUp(
  tx: Transaction,
  terms: Awaited<ReturnType<typeof readHoldTerms>>,
  input: HoldInput,
  now = systemClock(),
): Promise<Outcome> {
  const [settings, taxes] = await together(holdSettings(tx, terms.settings), holdTaxRules(tx, terms.taxes));
  const policy = pickupPolicy(settings);
  const today = storeDate(now, policy.zone);
  const paused = pauseWords(settings.ordering, { now, zone: policy.zone });
  if (paused !== null) return refuse({ kind: 'paused', words: paused });
  const slotStartsAt = readInstant(input.slotStartsAt);
  if (slotStartsAt === null) return refuse({ kind: 'pickup-time-missing' });

  // Before it is counted: the database knows fewer years than the form can name.
  if (!offeredSlotAt(policy, slotStartsAt, now)) return refuse({ kind: 'slot-unavailable' });

  const client = keyedHash(input.address, 'sign-up-hold');
  const wanted = mergeLines(input.lines);
  const ids = wanted.map((line) => line.productId);
  await lockAdvisory(tx, 'signUpHolds');
  // The same form sent again, because its answer got lost: what it holds is there.
  if (await lockPlace(tx, input.signUpId)) return succeed({ isHeld: true });
  const placeFrom = input.replaces
    ? await releaseEarlier(tx, input.replaces, ids, { now, zone: policy.zone })
    : null;
  const open = await countOpenHolds(tx, { client, slotStartsAt: asDate(slotStartsAt) });
  // Who signs up has taken nothing of an offer yet.
  const menu = await lockMenu(tx, wanted, { settings, now }, { person: null });
  const lines = wanted.map(({ productId, quantity }) => {
    const product = menu.get(productId) ?? unknownProduct(productId);
    return { ...product, quantity, lots: product.isOnMenu ? product.lots : [] };
  });
  const decision = checkCheckout({
    isBanned: false,
    // A new customer has missed nothing.
    missed: { missed: 0, limit: 0, openOrder: null },
    isRejected: false,
    lines,
    slotStartsAt,
    birth: parseDate(input.birthDate),
    today,
    now,
    policy,
    minimumAge: settings.compliance.minimumAge,
    limits: settings.compliance,
    alreadyToday: NO_USAGE,
    held: { lines: 0, units: 0, orders: 0 },
    holds: { ...settings.holds, hasPickedUp: false },
  });
  if (!decision.ok) return decision;
  const { slot, day } = decision.value;
  const money = quote(lines, taxes, today);
  if (input.expectedTotal !== null && input.expectedTotal !== money.total)
    return refuse(priceChanged(input.expectedTotal, money.total, lines));

  const units = lines.map(({ productId, quantity, lots }) => {
    const held = open.unitsOf.get(productId) ?? 0;
    return { quantity, held, forSale: unitsGoodOn(lots, today.toString()) + held };
  });
  if (!mayHold(units, open, { ...settings.holds, capacity: policy.capacity })) {
    if (placeFrom) await releaseSlot(tx, placeFrom);
    return succeed({ isHeld: false });
  }
  const isPlaceFree = await writeSignUpHold(
    tx,
    {
      signUpId: input.signUpId,
      lines: lines.map((line) => ({
        productId: line.productId,
        quantity: line.quantity,
        shares: takeFirstOut(line.lots, line.quantity, day).shares,
        money: line,
      })),
      pickupStartsAt: slot.startsAt,
      placeFrom,
      heldAt: now,
      expiresAt: now.add({ minutes: settings.holds.signUpMinutes }),
      client,
      notes: input.notes ?? NO_NOTES,
    },
    policy.capacity,
  );
  return isPlaceFree ? succeed({ isHeld: true }) : refuse({ kind: 'slot-full' });
}

/**
 * Releases the units that an earlier sign-up holds. Locks the stock of both carts at once, in one order. The place in its
 * slot is left to the caller, because slots are locked last, the earliest first; returns that slot, null without one.
 * Called under the lock on what sign-ups hold.
 */
async function releaseEarlier(
  tx: Transaction,
  signUpId: string,
  productIds: readonly number[],
  clock: StoreClock,
): Promise<Date | null> {
  const rows = await lockReservationsOfSignUp(tx, signUpId);
  const place = await lockPlace(tx, signUpId);
  await passPlaceOn(tx, signUpId);
  await lockStock(tx, [...rows.map((row) => row.productId), ...productIds]);
  await releaseReservations(tx, rows, {
    orderId: null,
    actorId: null,
    note: 'the guest reserved again',
    clock,
  });
  return place?.pickupStartsAt ?? null;
}
