/**
 * Reserves a product from its page ('Reserve for Pickup'): a `pending` reservation that holds stock until the
 * first closing time after the store's hold period, without a pickup time yet. Locks as checkout does:
 * customer, then stock.
 */
import { eq } from 'drizzle-orm';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { lockMenu, type MenuProduct } from '#core/goods/stock/lock-menu.server.ts';
import {
  isGoodOn,
  type LotShare,
  lastDayFor,
  takeFirstOut,
  unitsGoodOn,
} from '#core/goods/stock/lots/lots.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { checkAge, needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { checkLimits } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { checkHolds } from '#core/sales/orders/reservations/hold-limit.ts';
import { writeReservation } from '#core/sales/orders/reservations/write-reservation.server.ts';
import { holdEnd, holdEndWords, type PostedHours } from '#core/sales/pickup/hours.ts';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { orderItems, orders, pickupReservations } from '#db/schema/orders.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import {
  asDate,
  instantOf,
  parseDate,
  type StoreDate,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { MAXIMUM_QUANTITY } from './cart.ts';
import { claimIdempotencyKey } from './claim-idempotency-key.server.ts';
import type { Reserved, ReserveProblem } from './reserve-rules.ts';

export type ReserveInput = {
  productId: number;
  quantity: number;
  /** UUID of this attempt; sent again, it returns the same reservation. */
  key: string;
  /** The customer confirmed wanting the same product again. */
  again?: boolean;
};

type Outcome = Result<Reserved, ReserveProblem>;

/** Reserves the product, or returns why it cannot. */
export async function reserveProduct(
  actor: Actor,
  input: ReserveInput,
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const wellFormed =
    isUuid(input.key) &&
    Number.isInteger(input.quantity) &&
    input.quantity >= 1 &&
    input.quantity <= MAXIMUM_QUANTITY;
  if (!wellFormed) return refuse({ kind: 'changed' });
  const known = await readSettings();

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const settings = await holdSettings(tx, known);
    const { zone } = settings.store;
    const reservationId = newId();
    const customer = await lockCustomer(tx, actor);
    await lockLicenses(tx, [actor.userId]);
    const attempt = await claimIdempotencyKey(tx, {
      userId: actor.userId,
      key: input.key,
      items: `reserve ${input.productId}:${input.quantity}`,
      rest: '',
      madeId: reservationId,
      sameWithin: input.again ? 0 : settings.holds.sameAgainMinutes,
      perHour: settings.holds.ordersPerHour,
    });
    if (attempt.kind === 'other-input') return refuse({ kind: 'changed' });
    if (attempt.kind === 'repeated') return repetition(tx, attempt.madeId, { ...settings.pickup, zone });
    const paused = pauseWords(settings.ordering, { now, zone });
    if (paused !== null) return abandon(refuse({ kind: 'paused', words: paused }));
    if (customer.isBanned) return abandon(refuse({ kind: 'banned' }));
    if (attempt.tooMany) return abandon(refuse({ kind: 'too-many-orders', ...attempt.tooMany }));

    const today = storeDate(now, zone);
    const wantedLine = { productId: input.productId, quantity: input.quantity };
    const menu = await lockMenu(tx, [wantedLine], { settings, now }, { person: actor.userId });
    const product = menu.get(input.productId);
    if (!product?.isOnMenu) return abandon(refuse({ kind: 'not-found' }));
    const { name } = product;
    if (attempt.sameLately) return abandon(refuse({ kind: 'same-again', name, ...attempt.sameLately }));
    const birth = customer.birthDate ? parseDate(customer.birthDate) : null;
    const ofAge = checkAge([product], birth, today, settings.compliance.minimumAge);
    if (!ofAge.ok) return abandon(refuse({ kind: 'age', problem: ofAge.problem }));
    if (customer.isVerifiedOver21 === false && needsBirthDate([product])) {
      const problem = { kind: 'under-age', minimum: settings.compliance.minimumAge } as const;
      return abandon(refuse({ kind: 'age', problem }));
    }
    const already = await purchasesCountingToday(tx, actor.userId, asDate(startOfDay(today, zone)), {
      othersHold: true,
    });
    const wanted = { lines: 1, units: input.quantity, orders: 1 };
    const caps = { ...settings.holds, hasPickedUp: customer.hasPickedUp };
    const withinHolds = checkHolds(already.held, wanted, caps);
    if (!withinHolds.ok) return abandon(refuse({ kind: 'too-much-held', problem: withinHolds.problem }));
    const withinLimits = checkLimits(
      [{ ...product, quantity: input.quantity }],
      already.usage,
      settings.compliance,
    );
    if (!withinLimits.ok) return abandon(refuse({ kind: 'over-limit', problem: withinLimits.problem }));

    const { productId, quantity } = input;
    const holdExpiresAt = holdEnd({ ...settings.pickup, zone }, now, settings.pickup.holdHours);
    const shares = sharesGoodUntil(product, quantity, today, storeDate(holdExpiresAt, zone));
    if (!shares.ok) return abandon(shares);
    const { unitPrice, unitDiscount, discountTaxed, offerId } = product;
    await writeReservation(tx, {
      id: reservationId,
      userId: actor.userId,
      productId,
      quantity,
      shares: shares.value,
      money: { unitPrice, unitDiscount, discountTaxed, offerId },
      holdExpiresAt,
    });
    const until = holdEndWords({ ...settings.pickup, zone }, holdExpiresAt);
    return succeed({ reservationId, quantity, name, became: { kind: 'held', until } });
  });
}

/** The units that leave first of those that are good until the last day of the hold. */
function sharesGoodUntil(
  { name, lots }: MenuProduct,
  quantity: number,
  today: StoreDate,
  lastDay: StoreDate,
): Result<LotShare[], ReserveProblem> {
  const available = unitsGoodOn(lots, today.toString());
  if (available < quantity) return refuse({ kind: 'not-available', name, available });
  const { shares, missing } = takeFirstOut(lots, quantity, lastDay.toString());
  if (missing === 0) return succeed(shares);
  const stillGood = lots.filter((lot) => isGoodOn(lot, today.toString()));
  const goodUntil = lastDayFor(stillGood, quantity) ?? today.toString();
  return refuse({ kind: 'expires-before-pickup', name, lastDay: goodUntil });
}

/** What the key made, in its current state, whether or not its product is still on the menu. */
async function repetition(tx: Transaction, reservationId: string, hours: PostedHours): Promise<Outcome> {
  const [made] = await tx
    .select({
      quantity: pickupReservations.quantity,
      name: products.name,
      status: pickupReservations.status,
      endsAt: pickupReservations.holdExpiresAt,
      orderId: orders.orderId,
    })
    .from(pickupReservations)
    .innerJoin(products, eq(products.id, pickupReservations.productId))
    .leftJoin(orderItems, eq(orderItems.reservationId, pickupReservations.id))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(pickupReservations.id, reservationId));
  if (!made) return refuse({ kind: 'changed' });
  const { quantity, name, status, endsAt, orderId } = made;
  const hasEnded = status === 'cancelled' || status === 'fulfilled';
  const held = { kind: 'held', until: endsAt && holdEndWords(hours, instantOf(endsAt)) } as const;
  return succeed({
    reservationId,
    quantity,
    name,
    became: hasEnded ? { kind: 'ended' } : orderId ? { kind: 'ordered', orderId } : held,
  });
}
