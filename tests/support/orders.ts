/** Orders for tests of the back office, placed like customers' orders, on a Saturday at noon in Hancock, NY. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, max } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { editOrder } from '#core/sales/orders/edit-order.server.ts';
import type { OrderEdit } from '#core/sales/orders/order-edit.ts';
import type { Database } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { events } from '#db/schema/events.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { pickupSlots } from '#db/schema/pickup.ts';
import { settingsVersions, storeSettings } from '#db/schema/settings.ts';
import { productStock } from '#db/schema/stock.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { aProduct } from './people.ts';

export const NOW = Temporal.Instant.from('2026-06-06T16:00:00Z');
/** Two o'clock and three o'clock of the same day, and two o'clock of the next. */
export const SLOT = '2026-06-06T18:00:00.000Z';
export const LATER_SLOT = '2026-06-06T19:00:00.000Z';
/** After the pickup times of these slots. */
export const AFTER_PICKUP = Temporal.Instant.from('2026-06-08T16:00:00Z');
export const NEXT_DAY_SLOT = '2026-06-07T18:00:00.000Z';

/** A store with 12% tax and room for everyone. */
export async function openForOrders(db: Database, capacity = 1000): Promise<void> {
  await db.insert(taxRules).values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  await db.insert(storeSettings).values([
    { name: 'pickup', value: { capacity, horizonDays: 60 } },
    {
      name: 'holds',
      value: {
        ...{ unitsPerCustomer: 100_000, linesPerCustomer: 10_000, ordersPerHour: 100_000 },
        ...{ unitsUntilPickup: 100_000, ordersUntilPickup: 100_000 },
        ...{ signUpHoldsPerAddress: 1000, signUpUnitsPerProduct: 100_000, signUpUnits: 1_000_000 },
      },
    },
  ]);
  invalidateSettings();
  invalidateTaxRules();
}

/** Merchandise: needs no ID and counts toward no limit. */
export function aMug(db: Database, wanted: Parameters<typeof aProduct>[1] = {}): Promise<number> {
  return aProduct(db, {
    productType: 'apparel',
    taxClass: 'merchandise',
    requiresId: false,
    limitCategory: null,
    limitMg: null,
    retailPrice: 1800,
    ...wanted,
  });
}

/** Places an order of [product, quantity] lines; returns its number. */
export async function anOrder(
  customer: SignedIn,
  lines: readonly (readonly [productId: number, quantity: number])[],
  slotStartsAt = SLOT,
  now = NOW,
): Promise<string> {
  const outcome = await placeOrder(
    customer,
    {
      key: randomUUID(),
      lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
      reservationId: null,
      slotStartsAt,
      birthDate: null,
      expectedTotal: null,
      again: true,
    },
    now,
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.orderId;
}

/** Saves the owner's choice, as an admin does. */
export async function roundCash(db: Database, admin: SignedIn, roundsCash: boolean): Promise<void> {
  const [last] = await db
    .select({ version: max(settingsVersions.version) })
    .from(settingsVersions)
    .where(eq(settingsVersions.name, 'cash'));
  const saved = await saveSettings(admin, 'cash', { roundsCash }, last?.version ?? 0);
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
}

const course: readonly OrderStatus[] = ['confirmed', 'packing', 'ready'];

/** Moves an order to one of the open statuses. */
export async function bringTo(staff: SignedIn, orderId: string, status: OrderStatus): Promise<void> {
  for (const to of course.slice(0, course.indexOf(status) + 1)) {
    const outcome = await changeOrderStatus(staff, { orderId, to, reason: '', version: null }, NOW);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  }
}

export async function storedOrder(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.orderId, orderId));
  if (!order) throw new Error(`no order ${orderId}`);
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
  return { ...order, items };
}

/** An order's audit entries, oldest first. */
export async function auditOf(db: Database, orderId: string) {
  const { id } = await storedOrder(db, orderId);
  return db
    .select({
      action: auditLog.action,
      who: auditLog.actorName,
      before: auditLog.before,
      after: auditLog.after,
      reason: auditLog.reason,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'order'), eq(auditLog.subjectId, id)))
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id));
}

/** The kinds of events of an order, oldest first. */
export async function eventsOf(db: Database, orderId: string): Promise<string[]> {
  const { id } = await storedOrder(db, orderId);
  const rows = await db
    .select({ kind: events.kind })
    .from(events)
    .where(eq(events.subjectId, id))
    .orderBy(asc(events.createdAt), asc(events.id));
  return rows.map(({ kind }) => kind);
}

/** Places used in a slot. */
export async function takenIn(db: Database, slot: string): Promise<number> {
  const [row] = await db
    .select({ taken: pickupSlots.taken })
    .from(pickupSlots)
    .where(eq(pickupSlots.startsAt, new Date(slot)));
  return row?.taken ?? 0;
}

/** Edits an order from its current state: unnamed fields stay; `to` are its lines. */
export async function edit(
  db: Database,
  staff: SignedIn,
  orderId: string,
  wanted: Partial<OrderEdit> & { to?: readonly (readonly [productId: number, quantity: number])[] },
) {
  const { to, ...rest } = wanted;
  const order = await storedOrder(db, orderId);
  const lines = (to ?? order.items.map((item) => [item.productId, item.quantity] as const)).map(
    ([productId, quantity]) => ({ productId, quantity }),
  );
  const whole = {
    version: order.version,
    slotStartsAt: order.pickupStartsAt?.toISOString() ?? '',
    note: order.note,
    reason: 'The customer called',
    lines,
    ...rest,
  };
  return editOrder(staff, orderId, whole, { base: {}, mine: {} }, NOW);
}

export async function stockOf(db: Database, productId: number) {
  const [stock] = await db
    .select({ onHand: productStock.onHand, held: productStock.held })
    .from(productStock)
    .where(eq(productStock.productId, productId));
  return stock;
}
