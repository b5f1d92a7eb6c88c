/**
 * Checkout: a cart becomes an order, in one transaction, or nothing happens (design.md, invariants 1, 4, 5).
 * Locks are taken in one order everywhere: customer, reservation, stock by product id, slot.
 */
import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { categories, products } from '#db/schema/catalogue.ts';
import { productStock } from '#db/schema/inventory.ts';
import { orders, pickupReservations } from '#db/schema/orders.ts';
import { needsBirthDate } from '#features/compliance/age-rule.ts';
import { purchasesCountingToday } from '#features/compliance/purchases-queries.server.ts';
import { readTaxRules } from '#features/compliance/tax-queries.server.ts';
import { keepBirthDate, lockCustomer } from '#features/customers/lock-customer.server.ts';
import type { Actor, SignedIn } from '#features/identity/actor.ts';
import { availability } from '#features/inventory/stock.ts';
import { quote } from '#features/orders/quote.ts';
import { writeOrder } from '#features/orders/write-order.server.ts';
import { pickupPolicy } from '#features/pickup/slots-queries.server.ts';
import { takeSlot } from '#features/pickup/take-slot.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { type CartLine, mergeLines, writeCart } from './cart.ts';
import { type CheckoutProblem, checkCheckout } from './checkout-rules.ts';
import { claimAttempt } from './claim-attempt.server.ts';

/** What the browser asks for. All of it is a wish; the server decides from its own data. */
export type CheckoutWish = {
  /** UUID of this attempt; sent again, it gives the same order. */
  key: string;
  lines: readonly CartLine[];
  /** A pending reservation to turn into an order; then `lines` is not read. */
  reservationId: string | null;
  /** ISO instant of the chosen slot. */
  slotStartsAt: string | null;
  /** yyyy-mm-dd as typed; counts only while none is on file. */
  birthDate: string | null;
  /** The total the customer saw, in cents; another one is shown before anything is reserved. */
  expectedTotal: number | null;
};

export type PlacedOrder = { id: string; orderId: string; repeated: boolean };

type Outcome = Result<PlacedOrder, CheckoutProblem>;

/** Places the order, or says what keeps it from being placed. */
export async function placeOrder(actor: Actor, wish: CheckoutWish, now = systemClock()): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  if (!isUuid(wish.key)) return refuse({ kind: 'order-failed' });
  const [settings, rules] = await Promise.all([readSettings(), readTaxRules()]);
  const policy = pickupPolicy(settings);
  const today = storeDate(now, policy.zone);

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const id = newId();
    const attempt = await claimAttempt(tx, {
      userId: actor.userId,
      key: wish.key,
      wish: fingerprint(wish),
      madeId: id,
    });
    if (attempt.kind === 'other-wish') return refuse({ kind: 'cart-changed' });
    if (attempt.kind === 'repeated') return repetition(tx, attempt.madeId);

    const customer = await lockCustomer(tx, actor);
    const reservation = wish.reservationId ? await lockReservation(tx, actor, wish.reservationId) : null;
    if (wish.reservationId && !reservation) return abandon(refuse({ kind: 'cart-empty' }));
    const wanted = reservation ? [reservation] : mergeLines(wish.lines);
    const menu = await lockProducts(
      tx,
      wanted.map((line) => line.productId),
    );
    const alreadyToday = await purchasesCountingToday(
      tx,
      actor.userId,
      asDate(startOfDay(today, policy.zone)),
      {
        exceptReservation: reservation?.id ?? null,
      },
    );

    const typed = wish.birthDate ? parseDate(wish.birthDate) : null;
    const birth = customer.birthDate ? parseDate(customer.birthDate) : typed;
    const lines = wanted.map((line) => {
      const product = menu.get(line.productId);
      const free = product ? availability(product.onHand, product.held).available : 0;
      return {
        ...(product ?? unknownProduct(line.productId)),
        quantity: line.quantity,
        // What the reservation already holds is the customer's to order.
        available: !product?.forSale || product.archivedAt ? 0 : reservation ? line.quantity : free,
      };
    });
    const decision = checkCheckout({
      isBanned: customer.isBanned,
      isRejected: customer.isVerifiedOver21 === false,
      lines,
      slotStartsAt: readInstant(wish.slotStartsAt),
      birth,
      today,
      now,
      policy,
      minimumAge: settings.compliance.minimumAge,
      limits: settings.compliance,
      alreadyToday,
    });
    if (!decision.ok) return abandon(decision);
    const { slot } = decision.value;
    const money = quote(lines, rules, today);
    if (wish.expectedTotal !== null && wish.expectedTotal !== money.total) {
      return abandon(refuse({ kind: 'price-changed', before: cents(wish.expectedTotal), now: money.total }));
    }

    const { orderId } = await writeOrder(tx, {
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
      })),
      quote: money,
      reservationId: reservation?.id ?? null,
    });
    if (!customer.birthDate && typed && needsBirthDate(lines))
      await keepBirthDate(tx, actor.userId, typed.toString());
    // Last, because every order of this slot waits here for the one before.
    if (!(await takeSlot(tx, asDate(slot.startsAt), policy.capacity)))
      return abandon(refuse({ kind: 'slot-full' }));
    return succeed({ id, orderId, repeated: false });
  });
}

/** Equal wishes have equal fingerprints; what the customer merely saw is no part of the wish. */
function fingerprint(wish: CheckoutWish): string {
  const text = [wish.reservationId ?? writeCart(wish.lines), wish.slotStartsAt ?? ''].join('|');
  return createHash('sha256').update(text).digest('base64url');
}

async function repetition(tx: Transaction, id: string): Promise<Outcome> {
  const [order] = await tx.select({ orderId: orders.orderId }).from(orders).where(eq(orders.id, id));
  return order ? succeed({ id, orderId: order.orderId, repeated: true }) : refuse({ kind: 'order-failed' });
}

function readInstant(text: string | null): Temporal.Instant | null {
  if (text === null) return null;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return null;
  }
}

/** The customer's own reservation, while it still waits for a pickup time. */
async function lockReservation(tx: Transaction, actor: SignedIn, reservationId: string) {
  if (!isUuid(reservationId)) return null;
  const [row] = await tx
    .select({
      id: pickupReservations.id,
      productId: pickupReservations.productId,
      quantity: pickupReservations.quantity,
    })
    .from(pickupReservations)
    .where(
      and(
        eq(pickupReservations.id, reservationId),
        eq(pickupReservations.userId, actor.userId),
        eq(pickupReservations.status, 'pending'),
      ),
    )
    .for('update');
  return row ?? null;
}

/** The products of the cart as the shop has them, their stock locked in product order. */
async function lockProducts(tx: Transaction, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await tx
    .select({
      productId: products.id,
      name: products.name,
      productType: products.productType,
      categoryName: categories.name,
      taxClass: products.taxClass,
      unitPrice: products.retailPrice,
      requiresId: products.requiresId,
      forSale: products.forSale,
      archivedAt: products.archivedAt,
      limitCategory: products.limitCategory,
      limitMg: products.limitMg,
      onHand: productStock.onHand,
      held: productStock.held,
    })
    .from(productStock)
    .innerJoin(products, eq(products.id, productStock.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(inArray(productStock.productId, [...ids]))
    .orderBy(asc(productStock.productId))
    .for('update', { of: productStock });
  return new Map(rows.map((row) => [row.productId, { ...row, unitPrice: cents(row.unitPrice) }]));
}

/** A line whose product is gone: it is named as not available and never priced. */
function unknownProduct(productId: number) {
  return {
    productId,
    name: 'A product that is no longer on the menu',
    productType: '',
    categoryName: '',
    taxClass: '',
    unitPrice: cents(0),
    requiresId: false,
    limitCategory: null,
    limitMg: null,
  };
}
