/**
 * Places an order: turns a cart into an order in one transaction, or changes nothing. Locks follow the order
 * in docs/locks.md.
 */

import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import {
  lockCustomer,
  lockProfile,
  saveBirthDate,
  saveRefusedBirthDate,
} from '#core/accounts/customers/lock-customer.server.ts';
import { promisedMoney, type ReservedMoney } from '#core/goods/discounts/discount.ts';
import { lockMenu, type MenuProduct, type SaleMoment } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { needsBirthDate } from '#core/sales/compliance/age-rule.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { missedLimitOf } from '#core/sales/orders/missed-pickups/missed-pickups-queries.server.ts';
import { quote } from '#core/sales/orders/quote.ts';
import { writeOrder } from '#core/sales/orders/write-order.server.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { takeSlot } from '#core/sales/pickup/take-slot.server.ts';
import { inTransaction, inTransactionOr, type Transaction, together } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import {
  asDate,
  instantOf,
  parseDate,
  readInstant,
  startOfDay,
  storeDate,
  systemClock,
} from '#kernel/time.ts';
import { type CartLine, mergeLines } from './cart.ts';
import { checkoutCounts } from './checkout-counts.ts';
import { type CheckoutInput, itemsOf, notesOf, reservationsOf, restOf } from './checkout-input.server.ts';
import { type CheckoutProblem, checkCheckout, priceChanged } from './checkout-rules.ts';
import { type Attempt, claimIdempotencyKey } from './claim-idempotency-key.server.ts';
import { type Held, lockHeld, problemOfHeld, takeOverPlace } from './lock-held.server.ts';

/** `status` is the current status of an order that a repeated attempt made earlier. */
export type PlacedOrder = { id: string; orderId: string; repeated: boolean; status: OrderStatus };

type Reserved = CartLine & ReservedMoney;
type Outcome = Result<PlacedOrder, CheckoutProblem>;

/**
 * Places the order, or returns why it cannot. A refused date of birth is saved on file, so the customer
 * cannot simply try another.
 */
export async function placeOrder(actor: Actor, input: CheckoutInput, now = systemClock()): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const outcome = await attempts(actor, input, now);
  checkoutCounts[!outcome.ok ? 'refused' : outcome.value.repeated ? 'repeated' : 'placed'] += 1;
  if (!outcome.ok && outcome.problem.kind === 'under-age' && input.birthDate !== null)
    await saveRefusedBirthDate(actor, input.birthDate, (await storeClock(now)).today);
  return outcome;
}

/**
 * An attempt asks for everything at once: it needs the current settings and a profile to lock. One that finds other
 * settings in the database, or no profile, starts again with them.
 */
async function attempts(actor: SignedIn, input: CheckoutInput, now: Temporal.Instant): Promise<Outcome> {
  if (!isUuid(input.key)) return refuse({ kind: 'key-missing' });
  let [settings, rules] = await Promise.all([readSettings(), readTaxRules()]);
  for (;;) {
    const outcome = await attempt(actor, input, now, settings, rules);
    if ('ok' in outcome) return outcome;
    settings = outcome.settings;
    await inTransaction((tx) => lockCustomer(tx, actor));
  }
}

/** What the shop sells of these lines, with its stock locked, and what the customer has already reserved or bought. */
const lockSale = (
  tx: Transaction,
  lines: readonly CartLine[],
  on: { userId: string; sale: SaleMoment; dayStart: Date; own: readonly string[]; except: readonly string[] },
) =>
  together(
    lockMenu(tx, lines, on.sale, { person: on.userId, own: on.own }),
    purchasesCountingToday(tx, on.userId, on.dayStart, { exceptReservations: on.except, othersHold: true }),
  );

async function attempt(
  actor: SignedIn,
  input: CheckoutInput,
  now: Temporal.Instant,
  settings: Settings,
  rules: readonly TaxRule[],
): Promise<Outcome | { settings: Settings }> {
  const { zone } = settings.store;
  const today = storeDate(now, zone);
  const isHeld = input.fromSignUp === true || input.reservationId !== null;
  const moment = { settings, now };
  const dayStart = asDate(startOfDay(today, zone));
  const { userId } = actor;

  return inTransactionOr<Outcome | { settings: Settings }>(async (tx, abandon) => {
    const id = newId();
    const [current, currentRules, customer, , claim, held, sale] = await together(
      holdSettings(tx, settings),
      holdTaxRules(tx, rules),
      lockProfile(tx, userId),
      lockLicenses(tx, [userId]),
      claimIdempotencyKey(tx, {
        userId,
        key: input.key,
        items: itemsOf(userId, input),
        rest: restOf(input),
        madeId: id,
        // What is held becomes one order, however many tabs have it open.
        sameWithin: input.again || isHeld ? 0 : settings.holds.sameAgainMinutes,
        perHour: isHeld ? 0 : settings.holds.ordersPerHour,
      }),
      isHeld ? lockHeld(tx, userId, { ...input, reservationIds: reservationsOf(input) }) : null,
      isHeld
        ? null
        : lockSale(tx, mergeLines(input.lines), { userId, sale: moment, dayStart, own: [], except: [] }),
    );
    if (current !== settings || !customer) return abandon({ settings: current });
    if (claim.kind === 'other-input') return refuse({ kind: 'cart-changed' });
    if (claim.kind === 'repeated') return repetition(tx, claim.madeId);
    const paused = pauseWords(settings.ordering, { now, zone });
    if (paused !== null) return abandon(refuse({ kind: 'paused', words: paused }));

    const problem = (held && (await problemOfHeld(tx, held, input, moment))) ?? problemOfClaim(claim);
    if (problem !== null) return abandon(refuse(problem));
    const own = held?.rows.map((row) => row.id) ?? [];
    const wanted = held ? held.rows : mergeLines(input.lines);
    // What a sign-up holds does not count as the customer's yet.
    const except = input.fromSignUp ? [] : own;
    const [menu, already] =
      sale ?? (await lockSale(tx, wanted, { userId, sale: moment, dayStart, own, except }));

    const sold = await sell(tx, {
      id,
      actor,
      input,
      now,
      settings,
      rules: currentRules,
      customer,
      held,
      menu,
      already,
      wanted,
    });
    return sold.ok ? sold : abandon(sold);
  });
}

type Sale = {
  id: string;
  actor: SignedIn;
  input: CheckoutInput;
  now: Temporal.Instant;
  settings: Settings;
  rules: readonly TaxRule[];
  customer: NonNullable<Awaited<ReturnType<typeof lockProfile>>>;
  held: Held | null;
  menu: ReadonlyMap<number, MenuProduct>;
  already: Awaited<ReturnType<typeof purchasesCountingToday>>;
  wanted: readonly (CartLine | Reserved)[];
};

/** Decides on the sale, with everything locked that it depends on, and writes the order. A refusal is to be rolled back. */
async function sell(
  tx: Transaction,
  { id, actor, input, now, settings, rules, customer, held, menu, already, wanted }: Sale,
): Promise<Outcome> {
  const policy = pickupPolicy(settings);
  const today = storeDate(now, policy.zone);
  const birth = birthDateOf(customer, input);
  const lines = wanted.map((line) => saleLine(line, menu.get(line.productId)));
  const decision = checkCheckout({
    isBanned: customer.isBanned,
    missed: await missedLimitOf(tx, actor.userId, settings, now),
    isRejected: customer.isVerifiedOver21 === false,
    lines,
    slotStartsAt: held?.place ? instantOf(held.place.pickupStartsAt) : readInstant(input.slotStartsAt),
    birth: birth.date,
    today,
    // A held time was far enough ahead when it was chosen.
    now: held?.place ? instantOf(held.place.heldAt) : now,
    policy,
    minimumAge: settings.compliance.minimumAge,
    limits: settings.compliance,
    alreadyToday: already.usage,
    held: already.held,
    holds: { ...settings.holds, hasPickedUp: customer.hasPickedUp },
  });
  if (!decision.ok) return decision;
  const { slot, day: pickupDay } = decision.value;
  if (Temporal.Instant.compare(slot.endsAt, now) <= 0) return refuse({ kind: 'slot-unavailable' });
  const money = quote(lines, rules, today);
  if (input.expectedTotal !== null && input.expectedTotal !== money.total)
    return refuse(priceChanged(input.expectedTotal, money.total, lines));
  const [{ orderId }, , isSlotTaken] = await together(
    writeOrder(tx, {
      id,
      userId: actor.userId,
      userEmail: actor.email,
      userName: customer.fullName,
      birthDate: needsBirthDate(lines) ? (birth.date?.toString() ?? null) : null,
      pickupStartsAt: asDate(slot.startsAt),
      pickupEndsAt: asDate(slot.endsAt),
      lines: lines.map((line) => orderLine(line, pickupDay)),
      quote: money,
      notes: input.notes ?? notesOf(held?.place),
      held: held?.rows.map((row) => row.id) ?? null,
    }),
    birth.isNew && needsBirthDate(lines) ? saveBirthDate(tx, actor.userId, birth.date.toString()) : null,
    // Last, because every order for this slot waits here for the one before.
    held?.place ? takeOverPlace(tx, actor.userId) : takeSlot(tx, asDate(slot.startsAt), policy.capacity),
  );
  if (!isSlotTaken) return refuse({ kind: 'slot-full' });
  return succeed({ id, orderId, repeated: false, status: 'pending' });
}

function problemOfClaim({
  tooMany,
  sameLately,
}: Extract<Attempt, { kind: 'first' }>): CheckoutProblem | null {
  if (tooMany) return { kind: 'too-many-orders', ...tooMany };
  return sameLately ? { kind: 'same-again', ...sameLately } : null;
}

/** The customer's date of birth: on file, or new as typed. */
function birthDateOf(
  { birthDate }: { birthDate: string | null },
  input: CheckoutInput,
): { date: Temporal.PlainDate; isNew: boolean } | { date: null; isNew: false } {
  const date = parseDate(birthDate || (input.birthDate ?? ''));
  return date ? { date, isNew: !birthDate } : { date: null, isNew: false };
}

/** A line as it is sold now; a held one at the price it was promised. */
function saleLine(line: CartLine | Reserved, product = unknownProduct(line.productId)) {
  const money = isReserved(line) ? promisedMoney(line, product) : {};
  return { ...product, ...money, quantity: line.quantity, lots: product.isOnMenu ? product.lots : [] };
}

const orderLine = (line: ReturnType<typeof saleLine>, pickupDay: string) => ({
  productId: line.productId,
  productName: line.name,
  productType: line.productType,
  categoryName: line.categoryName,
  taxClass: line.taxClass,
  requiresId: line.requiresId,
  limitCategory: line.limitCategory,
  limitMg: line.limitMg,
  shares: takeFirstOut(line.lots, line.quantity, pickupDay).shares,
});

const isReserved = (line: CartLine | Reserved): line is Reserved => 'unitPrice' in line;

async function repetition(tx: Transaction, id: string): Promise<Outcome> {
  const [order] = await tx
    .select({ orderId: orders.orderId, status: orders.status })
    .from(orders)
    .where(eq(orders.id, id));
  return order ? succeed({ id, ...order, repeated: true }) : refuse({ kind: 'order-failed' });
}

/** A line whose product is gone: shown as not available and never priced. */
export function unknownProduct(productId: number): MenuProduct {
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
    priceNote: null,
  };
}
