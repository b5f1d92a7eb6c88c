/**
 * 'Reserve for Pickup' on the product page: a `pending` reservation that holds stock for the store's hold
 * period, without a pickup time yet (design.md section 2). Locks as checkout does: customer, then stock.
 */
import { eq } from 'drizzle-orm';
import { inTransactionOr, type Transaction } from '#db/client.ts';
import { products } from '#db/schema/catalogue.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { checkAge, needsBirthDate } from '#features/compliance/age-rule.ts';
import { checkLimits } from '#features/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#features/compliance/purchases-queries.server.ts';
import { lockCustomer } from '#features/customers/lock-customer.server.ts';
import type { Actor } from '#features/identity/actor.ts';
import { lockStock, moveStock } from '#features/inventory/move-stock.server.ts';
import { availability } from '#features/inventory/stock.ts';
import { recordFact } from '#features/notifications/record-fact.server.ts';
import { movementBetween } from '#features/orders/reservation.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, parseDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { MAXIMUM_QUANTITY } from './cart.ts';
import { claimAttempt } from './claim-attempt.server.ts';
import type { ReserveProblem } from './reserve-rules.ts';

export type ReserveWish = {
  productId: number;
  quantity: number;
  /** UUID of this attempt; sent again, it gives the same reservation. */
  key: string;
};

export type Reserved = { reservationId: string; quantity: number; name: string };

type Outcome = Result<Reserved, ReserveProblem>;

/** Holds the product, or says what keeps it from being held. */
export async function reserveProduct(actor: Actor, wish: ReserveWish, now = systemClock()): Promise<Outcome> {
  if (actor.kind !== 'user') return refuse({ kind: 'not-signed-in' });
  const wellFormed =
    isUuid(wish.key) &&
    Number.isInteger(wish.quantity) &&
    wish.quantity >= 1 &&
    wish.quantity <= MAXIMUM_QUANTITY;
  if (!wellFormed) return refuse({ kind: 'changed' });
  const settings = await readSettings();
  const { zone } = settings.store;

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const reservationId = newId();
    const attempt = await claimAttempt(tx, {
      userId: actor.userId,
      key: wish.key,
      wish: `reserve ${wish.productId}:${wish.quantity}`,
      madeId: reservationId,
    });
    if (attempt.kind === 'other-wish') return refuse({ kind: 'changed' });
    const product = await readProduct(tx, wish.productId);
    if (!product) return abandon(refuse({ kind: 'not-found' }));
    const made = { quantity: wish.quantity, name: product.name };
    if (attempt.kind === 'repeated') return succeed({ reservationId: attempt.madeId, ...made });

    const customer = await lockCustomer(tx, actor);
    if (customer.isBanned) return abandon(refuse({ kind: 'banned' }));
    const today = storeDate(now, zone);
    const birth = customer.birthDate ? parseDate(customer.birthDate) : null;
    const ofAge = checkAge([product], birth, today, settings.compliance.minimumAge);
    if (!ofAge.ok) return abandon(refuse({ kind: 'age', problem: ofAge.problem }));
    if (customer.isVerifiedOver21 === false && needsBirthDate([product])) {
      const problem = { kind: 'under-age', minimum: settings.compliance.minimumAge } as const;
      return abandon(refuse({ kind: 'age', problem }));
    }
    const alreadyToday = await purchasesCountingToday(tx, actor.userId, asDate(startOfDay(today, zone)));
    const withinLimits = checkLimits(
      [{ ...product, quantity: wish.quantity }],
      alreadyToday,
      settings.compliance,
    );
    if (!withinLimits.ok) return abandon(refuse({ kind: 'over-limit', problem: withinLimits.problem }));

    const stock = (await lockStock(tx, [wish.productId])).get(wish.productId);
    const { available } = availability(stock?.onHand ?? 0, stock?.held ?? 0);
    if (available < wish.quantity) {
      return abandon(refuse({ kind: 'not-available', name: product.name, available }));
    }
    await tx.insert(pickupReservations).values({
      id: reservationId,
      userId: actor.userId,
      productId: wish.productId,
      quantity: wish.quantity,
      status: 'pending',
      holdExpiresAt: asDate(now.add({ hours: settings.pickup.holdHours })),
    });
    await moveStock(
      tx,
      [
        {
          productId: wish.productId,
          ...movementBetween(null, 'pending', wish.quantity),
          reason: 'hold',
          reservationId,
        },
      ],
      actor.userId,
    );
    await recordFact(tx, { kind: 'reservation-made', reservationId }, actor.userId);
    return succeed({ reservationId, ...made });
  });
}

/** The product as the rules need it; null unless it is on the menu. */
async function readProduct(tx: Transaction, productId: number) {
  const [product] = await tx
    .select({
      name: products.name,
      productType: products.productType,
      requiresId: products.requiresId,
      limitCategory: products.limitCategory,
      limitMg: products.limitMg,
      forSale: products.forSale,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .where(eq(products.id, productId));
  return product?.forSale && !product.archivedAt ? product : null;
}
