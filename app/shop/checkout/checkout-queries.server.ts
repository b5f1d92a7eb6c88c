/** Loads the checkout page: today's prices, tax, pickup times, and whether it has to ask for a birth date. */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { seesPickup } from '#core/accounts/customers/first-pickup-queries.server.ts';
import { productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import { unitMoney } from '#core/goods/discounts/discount.ts';
import { pricesAt } from '#core/goods/discounts/offers-queries.server.ts';
import { unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import { readFreeLots } from '#core/goods/stock/lots/lots-queries.server.ts';
import { unitsFor } from '#core/goods/stock/stock.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type CartLine, writeCart } from '#core/sales/checkout/cart.ts';
import { checkCustomerAge, checkoutMessage, expiringLines } from '#core/sales/checkout/checkout-rules.ts';
import { heldMessage } from '#core/sales/checkout/reserve-rules.ts';
import { checkUsage, limitMessage, NO_USAGE, usageOf } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesSeenToday } from '#core/sales/compliance/purchases-queries.server.ts';
import { readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { checkMissed } from '#core/sales/orders/missed-pickups/missed-pickup.ts';
import { missedLimitOf } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import {
  type PendingReservation,
  readWaitingReservations,
} from '#core/sales/orders/orders-queries.server.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { checkHolds, holdLimitMessage } from '#core/sales/orders/reservations/hold-limit.ts';
import { type AnnouncedDays, announcedDays } from '#core/sales/pickup/announced-days.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { database } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { asDate, parseDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type CartViewLine, CLOSED_WHILE_PAUSED, cartView, reservableLines } from '#shop/cart/cart-view.ts';
import { type PickupPlace, pickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import type { PickupDay } from '#shop/kit/slot-picker.tsx';

/** What is about to be reserved. Money in cents. */
export type CheckoutView = {
  /** The pending reservations being checked out, of different products; none for the cart. */
  reservationIds: string[];
  /** 'Reserved 2 of Kestrel. Held until Tue, Nov 24, 6:00 PM, when we close.'; null for the cart. */
  reserved: string | null;
  /** What can be reserved now. */
  lines: CartViewLine[];
  /** Names of cart items that cannot be reserved. */
  leftOut: string[];
  /** The lines as the form sends them back. */
  input: string;
  subtotal: number;
  taxParts: { name: string; amount: number }[];
  tax: number;
  total: number;
  /** Whether something is taxed on its price before the discount, which the page then says. */
  taxesListPrice: boolean;
  /** Whether a guest checks out, who signs up with the same form. */
  isGuest: boolean;
  /** Whether a customer's birth date is missing. */
  asksBirthDate: boolean;
  /** Store-local yyyy-mm-dd: the latest valid birth date. */
  today: string;
  /** Empty for a customer who is banned or too young for these lines. */
  days: PickupDay[];
  /** Days ahead that differ, and why. */
  announced: AnnouncedDays[];
  /** Whether the customer is banned or too young for these lines; `closed` says which. */
  isBarred: boolean;
  /** Why nothing can be reserved now, whatever the customer chooses, in the order the checks run; usually empty. */
  closed: string[];
  store: PickupPlace;
};

/** Loads the checkout of a cart or of pending reservations; null if the actor, such as a guest, has none of these. */
export async function readCheckout(
  actor: Actor,
  from: { lines: readonly CartLine[] } | { reservationIds: readonly string[] },
  now = systemClock(),
): Promise<CheckoutView | null> {
  const reservations = 'lines' in from ? [] : await readReservations(actor, from.reservationIds, now);
  if (!('lines' in from) && reservations.length === 0) return null;
  const wanted = 'lines' in from ? from.lines : reservations;
  const reservationIds = reservations.map(({ id }) => id);
  const reservedOf = new Map(reservations.map((reservation) => [reservation.productId, reservation]));

  const ids = wanted.map((line) => line.productId);
  const quantityOf = new Map(wanted.map((line) => [line.productId, line.quantity]));
  const settings = await readSettings();
  const today = storeDate(now, settings.store.zone);
  const on = await pricesAt(settings, now);
  const buyer = { lines: wanted, person: actor.kind === 'user' ? actor.userId : null, own: reservationIds };
  const [rules, slotDays, found, lots, profile, already, hasPickedUp] = await Promise.all([
    readTaxRules(),
    readSlots(now),
    productsForCart(ids, on, buyer),
    readFreeLots(database(), ids, reservationIds),
    actor.kind === 'user' ? readCustomer(actor.userId) : undefined,
    actor.kind === 'user'
      ? purchasesSeenToday(actor.userId, asDate(startOfDay(today, settings.store.zone)), reservationIds)
      : null,
    // A guest may be a customer who has not signed in.
    actor.kind === 'user' ? seesPickup(actor.userId) : true,
  ]);
  const lotsOf = (productId: number) => lots.get(productId) ?? [];
  // Only offers what can still be picked up: a lot whose last day has no slot left does not count.
  const earliest = slotDays[0]?.date ?? today.toString();
  const products = found.map((product) => ({
    ...product,
    // A reservation is ordered in full or not at all; checkout says why not.
    available: !product.forSale
      ? 0
      : 'reservationIds' in from
        ? (reservedOf.get(product.id)?.quantity ?? 0)
        : unitsFor(quantityOf.get(product.id) ?? 1, unitsGoodOn(lotsOf(product.id), earliest)),
  }));
  const moneyOf = (product: (typeof products)[number]) =>
    reservedOf.get(product.id)?.money ?? unitMoney(product, on);
  const view = cartView(
    wanted,
    products.map((product) => ({ ...product, money: moneyOf(product) })),
  );
  const lines = view.lines.filter((line) => line.available > 0);
  const known = new Map(products.map((product) => [product.id, product]));
  const money = quote(
    lines.flatMap(({ productId, quantity }) => {
      const product = known.get(productId);
      return product ? [{ taxClass: product.taxClass, ...moneyOf(product), quantity }] : [];
    }),
    rules,
    today,
  );
  const withLots = lines.map((line) => ({ ...line, lots: lotsOf(line.productId) }));
  const days = slotDays.map((day): PickupDay => {
    const expiring = expiringLines(withLots, day.date, today.toString());
    const message = checkoutMessage({ kind: 'expires-before-pickup', lines: expiring });
    return { ...day, tooLate: expiring.length > 0 ? message : null };
  });
  const isPaused = pauseWords(settings.ordering, { now, zone: settings.store.zone }) !== null;
  const wantedUsage = usageOf(
    lines.map(({ productId, quantity }) => {
      const { limitCategory = null, limitMg = null } = known.get(productId) ?? {};
      return { quantity, limitCategory, limitMg };
    }),
  );
  const fits = checkUsage(wantedUsage, already?.usage ?? NO_USAGE, settings.compliance);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const withinHolds = checkHolds(
    already?.held ?? { lines: 0, units: 0, orders: 0 },
    { lines: lines.length, units, orders: 1 },
    { ...settings.holds, hasPickedUp },
  );
  const inOrder = new Set(lines.map((line) => line.productId));
  const ofAge = checkCustomerAge(
    products.filter((product) => inOrder.has(product.id)),
    {
      isRejected: profile?.isVerifiedOver21 === false,
      birth: profile?.birthDate ? parseDate(profile.birthDate) : null,
      today,
      minimumAge: settings.compliance.minimumAge,
    },
  );
  const isGuest = actor.kind === 'guest';
  const mayHaveAnother = checkMissed(
    actor.kind === 'user'
      ? await missedLimitOf(database(), actor.userId, settings, now)
      : { missed: 0, limit: 0, openOrder: null },
  );
  const lacksBirthDate = !ofAge.ok && ofAge.problem.kind === 'birth-date-missing';
  let barred: string | null = null;
  if (profile?.isBanned) barred = checkoutMessage({ kind: 'banned' });
  else if (!mayHaveAnother.ok) barred = checkoutMessage(mayHaveAnother.problem);
  else if (!ofAge.ok && !lacksBirthDate) barred = checkoutMessage(ofAge.problem);
  return {
    reservationIds,
    reserved: reservedWords(reservations),
    lines,
    leftOut: view.lines.filter((line) => !inOrder.has(line.productId)).map((line) => line.name),
    input: writeCart(reservableLines(view)),
    subtotal: money.subtotal,
    taxParts: money.taxParts.map(({ name, amount }) => ({ name, amount })),
    tax: money.tax,
    total: money.total,
    taxesListPrice: money.lines.some((line) => line.taxBase !== line.amount),
    isGuest,
    asksBirthDate: lacksBirthDate && !isGuest,
    today: today.toString(),
    days: barred === null ? days : [],
    announced: announcedDays(settings.pickup, today),
    isBarred: barred !== null,
    closed: [
      ...(barred === null ? [] : [barred]),
      ...(isPaused ? [CLOSED_WHILE_PAUSED] : []),
      ...(withinHolds.ok ? [] : [holdLimitMessage(withinHolds.problem)]),
      ...(fits.ok ? [] : [limitMessage(fits.problem)]),
    ],
    store: pickupPlace(settings),
  };
}

/** One of each product: a second reservation of it has an order of its own. */
async function readReservations(actor: Actor, ids: readonly string[], now: Temporal.Instant) {
  const waiting = await readWaitingReservations(actor, ids, now);
  return waiting.filter(
    ({ productId }, at) => waiting.findIndex((other) => other.productId === productId) === at,
  );
}

/** The first hold to end comes first. */
function reservedWords(reservations: readonly PendingReservation[]): string | null {
  const [first, ...others] = reservations;
  if (!first) return null;
  if (others.length === 0) return heldMessage({ ...first, until: first.heldUntil });
  const until = first.heldUntil === null ? '' : ` Held until ${first.heldUntil}.`;
  return `${reservations.length} reserved products, one order and one pickup time.${until}`;
}

async function readCustomer(userId: string) {
  const [profile] = await database()
    .select({
      birthDate: customerProfiles.birthDate,
      isBanned: customerProfiles.isBanned,
      isVerifiedOver21: customerProfiles.isVerifiedOver21,
    })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId));
  return profile;
}
