/**
 * Places an order: turns a cart into an order in one transaction, or changes nothing. Locks follow the order
 * in docs/locks.md.
 */

import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/access/actor.ts';
import { needsBirthDate } from '#core/compliance/age-rule.ts';
import { purchasesCountingToday } from '#core/compliance/purchases-queries.server.ts';
import { readTaxRules } from '#core/compliance/tax-queries.server.ts';
import { lockCustomer, saveBirthDate, saveRefusedBirthDate } from '#core/customers/lock-customer.server.ts';
import { priceDay, promisedMoney } from '#core/discounts/discount.ts';
import { quote } from '#core/orders/quote.ts';
import { writeOrder } from '#core/orders/write-order.server.ts';
import { pickupPolicy } from '#core/pickup/slots-queries.server.ts';
import { takeSlot } from '#core/pickup/take-slot.server.ts';
import { holdSettings } from '#core/settings/lock-settings.server.ts';
import { pauseWords } from '#core/settings/ordering-pause.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { lockMenu, type MenuProduct } from '#core/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/stock/lots.ts';
import { inTransactionOr, type Transaction, together } from '#db/client.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { asDate, parseDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type CartLine, mergeLines, writeCart } from './cart.ts';
import { type CheckoutProblem, checkCheckout } from './checkout-rules.ts';
import { claimIdempotencyKey, HELD } from './claim-idempotency-key.server.ts';

/** What the browser asks for. The server trusts none of it and decides from its own data. */
export type CheckoutInput = {
  /** UUID of this attempt; sent again, it returns the same order. */
  key: string;
  lines: readonly CartLine[];
  /** A pending reservation to turn into an order; if set, `lines` is ignored. */
  reservationId: string | null;
  /** ISO instant of the chosen slot. */
  slotStartsAt: string | null;
  /** yyyy-mm-dd as typed; used only while none is on file. */
  birthDate: string | null;
  /** The total the customer saw, in cents; if the total differs, the customer sees it before anything is reserved. */
  expectedTotal: number | null;
  /** The customer confirmed wanting the same items again. */
  again?: boolean;
};

/** `status` is the current status of an order that a repeated attempt made earlier. */
export type PlacedOrder = { id: string; orderId: string; repeated: boolean; status: OrderStatus };

type Outcome = Result<PlacedOrder, CheckoutProblem>;

/**
 * Places the order, or returns why it cannot. A refused date of birth is saved on file, so the customer
 * cannot simply try another.
 */
export async function placeOrder(actor: Actor, input: CheckoutInput, now = systemClock()): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const outcome = await attempt(actor, input, now);
  if (!outcome.ok && outcome.problem.kind === 'under-age' && input.birthDate !== null)
    await saveRefusedBirthDate(actor, input.birthDate, (await storeClock(now)).today);
  return outcome;
}

async function attempt(actor: SignedIn, input: CheckoutInput, now: Temporal.Instant): Promise<Outcome> {
  if (!isUuid(input.key)) return refuse({ kind: 'key-missing' });
  const [known, rules] = await Promise.all([readSettings(), readTaxRules()]);

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    // Hours, limits and pauses are current, and cannot change until the order is written.
    const [settings, customer] = await together(
      tx,
      () => holdSettings(tx, known),
      () => lockCustomer(tx, actor),
    );
    const policy = pickupPolicy(settings);
    const today = storeDate(now, policy.zone);
    const id = newId();
    const [claim, reservation] = await together(
      tx,
      () =>
        claimIdempotencyKey(tx, {
          userId: actor.userId,
          key: input.key,
          items: itemsOf(input),
          rest: input.slotStartsAt ?? '',
          madeId: id,
          // A reservation becomes one order, however many tabs have it open.
          sameWithin: input.again || input.reservationId ? 0 : settings.holds.sameAgainMinutes,
          perHour: input.reservationId ? 0 : settings.holds.ordersPerHour,
        }),
      async () => (input.reservationId ? lockReservation(tx, actor, input.reservationId) : null),
    );
    if (claim.kind === 'other-input') return refuse({ kind: 'cart-changed' });
    if (claim.kind === 'repeated') return repetition(tx, claim.madeId);
    const paused = pauseWords(settings.ordering, { now, zone: policy.zone });
    if (paused !== null) return abandon(refuse({ kind: 'paused', words: paused }));

    if (reservation && reservation.status !== 'pending') {
      return abandon(refuse({ kind: 'reservation-gone', orderId: await orderOf(tx, reservation.id) }));
    }
    if (input.reservationId && !reservation) return abandon(refuse({ kind: 'cart-empty' }));
    if (claim.tooMany) return abandon(refuse({ kind: 'too-many-orders', ...claim.tooMany }));
    if (claim.sameLately) return abandon(refuse({ kind: 'same-again', ...claim.sameLately }));
    const wanted = reservation ? [reservation] : mergeLines(input.lines);
    const [menu, already] = await together(
      tx,
      () =>
        lockMenu(
          tx,
          wanted.map((line) => line.productId),
          priceDay(settings, today),
          reservation?.id,
        ),
      () =>
        purchasesCountingToday(tx, actor.userId, asDate(startOfDay(today, policy.zone)), {
          exceptReservation: reservation?.id ?? null,
        }),
    );

    const typed = input.birthDate ? parseDate(input.birthDate) : null;
    const birth = customer.birthDate ? parseDate(customer.birthDate) : typed;
    const lines = wanted.map((line) => {
      const product = menu.get(line.productId) ?? unknownProduct(line.productId);
      const money = reservation ? promisedMoney(reservation, product) : {};
      return { ...product, ...money, quantity: line.quantity, lots: product.isOnMenu ? product.lots : [] };
    });
    const decision = checkCheckout({
      isBanned: customer.isBanned,
      isRejected: customer.isVerifiedOver21 === false,
      lines,
      slotStartsAt: readInstant(input.slotStartsAt),
      birth,
      today,
      now,
      policy,
      minimumAge: settings.compliance.minimumAge,
      limits: settings.compliance,
      alreadyToday: already.usage,
      held: already.held,
      holds: settings.holds,
    });
    if (!decision.ok) return abandon(decision);
    const { slot, day } = decision.value;
    const money = quote(lines, rules, today);
    if (input.expectedTotal !== null && input.expectedTotal !== money.total) {
      return abandon(refuse({ kind: 'price-changed', before: cents(input.expectedTotal), now: money.total }));
    }

    const keepsBirthDate = !customer.birthDate && typed && needsBirthDate(lines);
    const [{ orderId }, , isSlotTaken] = await together(
      tx,
      () =>
        writeOrder(tx, {
          id,
          userId: actor.userId,
          userEmail: actor.email,
          userName: customer.fullName,
          birthDate: needsBirthDate(lines) ? (birth?.toString() ?? null) : null,
          pickupStartsAt: asDate(slot.startsAt),
          pickupEndsAt: asDate(slot.endsAt),
          lines: lines.map((line) => ({
            productId: line.productId,
            productName: line.name,
            productType: line.productType,
            categoryName: line.categoryName,
            taxClass: line.taxClass,
            requiresId: line.requiresId,
            limitCategory: line.limitCategory,
            limitMg: line.limitMg,
            shares: takeFirstOut(line.lots, line.quantity, day).shares,
          })),
          quote: money,
          reservationId: reservation?.id ?? null,
        }),
      async () => (keepsBirthDate ? saveBirthDate(tx, actor.userId, typed.toString()) : null),
      // Last, because every order for this slot waits here for the one before.
      () => takeSlot(tx, asDate(slot.startsAt), policy.capacity),
    );
    if (!isSlotTaken) return abandon(refuse({ kind: 'slot-full' }));
    return succeed({ id, orderId, repeated: false, status: 'pending' });
  });
}

/** Returns the same text for inputs with the same items; what the customer only saw is not part of the input. */
function itemsOf(input: CheckoutInput): string {
  const lines = mergeLines(input.lines).toSorted((left, right) => left.productId - right.productId);
  const hash = createHash('sha256')
    .update(input.reservationId ?? writeCart(lines))
    .digest('base64url');
  return input.reservationId ? `${HELD}${hash}` : hash;
}

async function repetition(tx: Transaction, id: string): Promise<Outcome> {
  const [order] = await tx
    .select({ orderId: orders.orderId, status: orders.status })
    .from(orders)
    .where(eq(orders.id, id));
  return order ? succeed({ id, ...order, repeated: true }) : refuse({ kind: 'order-failed' });
}

function readInstant(text: string | null): Temporal.Instant | null {
  if (text === null) return null;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

/** Locks the customer's own reservation, whatever its status. */
async function lockReservation(tx: Transaction, actor: SignedIn, reservationId: string) {
  if (!isUuid(reservationId)) return null;
  const [row] = await tx
    .select({
      id: pickupReservations.id,
      productId: pickupReservations.productId,
      quantity: pickupReservations.quantity,
      status: pickupReservations.status,
      unitPrice: pickupReservations.unitPrice,
      unitDiscount: pickupReservations.unitDiscount,
      discountTaxed: pickupReservations.discountTaxed,
    })
    .from(pickupReservations)
    .where(and(eq(pickupReservations.id, reservationId), eq(pickupReservations.userId, actor.userId)))
    // Does not lock the key: a recall binds other lots to the reservation while this waits for its product's stock.
    .for('no key update');
  return row ?? null;
}

/** The number that people read of the order a reservation has become. */
async function orderOf(tx: Transaction, reservationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ orderId: orders.orderId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.reservationId, reservationId));
  return row?.orderId ?? null;
}

/** A line whose product is gone: shown as not available and never priced. */
function unknownProduct(productId: number): MenuProduct {
  return {
    productId,
    name: 'A product that is no longer on the menu',
    productType: '',
    categoryName: '',
    taxClass: '',
    unitPrice: cents(0),
    unitDiscount: cents(0),
    discountTaxed: false,
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    isOnMenu: false,
    lots: [],
  };
}
