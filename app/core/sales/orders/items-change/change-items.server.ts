/**
 * Changes the items of a customer's own order: lines, stock, tax and total in one transaction. Locks follow the order in
 * docs/locks.md.
 */
import { eq } from 'drizzle-orm';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { productNames } from '#core/goods/catalogue/products/find-product-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { countEvents } from '#core/ground/events/count-events.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { pauseWords } from '#core/ground/settings/ordering-pause.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { inTransactionOr, type Transaction, together } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { cents } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, instantOf, systemClock } from '#kernel/time.ts';
import { editLines } from '../edit-lines.server.ts';
import { isOrderNumber } from '../order.ts';
import { checkChanges, differ, type EditedLine, grows, lineChanges } from '../order-edit.ts';
import { checkHolds } from '../reservations/hold-limit.ts';
import { itemsOf, type OrderItem } from '../write-order-lines.server.ts';
import { type LockedOrder, lockOrder } from '../write-order-status.server.ts';
import { addingRefusal, type ItemsProblem, itemsRefusal, linesChangedSince } from './items-change.ts';

export type ItemsInput = {
  /** Every line of the changed order; a product that is missing or 0 is removed. */
  lines: readonly EditedLine[];
  /** The order as the page showed it when the customer began. */
  seen: { version: number; lines: readonly EditedLine[] };
  /** The total the customer saw, in cents; if it differs, the customer sees the new one before anything is saved. */
  expectedTotal: number | null;
};

type Outcome = Result<{ changed: boolean; total: number }, ItemsProblem>;

/**
 * Follows the rules of an edit by staff, and these of checkout: a pause, the lead time before a pickup and what the shop
 * holds for one customer limit what is added, never what is taken out. Refuses: another customer's order, an order that
 * is being packed or paid or whose time has come, lines that were changed elsewhere since the page was opened, another
 * total than the customer saw, and an eleventh change. Saving what is saved already changes nothing, so clicking twice
 * is not an error.
 */
export async function changeItems(
  actor: Actor,
  orderId: string,
  { lines, seen, expectedTotal }: ItemsInput,
  now = systemClock(),
): Promise<Outcome> {
  if (actor.kind !== 'user' || actor.isBanned || !isOrderNumber(orderId))
    return refuse({ kind: 'not-found' });
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);

  return inTransactionOr<Outcome>(async (tx, abandon) => {
    const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
    const customer = await lockCustomer(tx, { userId: actor.userId, name: actor.name });
    await lockLicenses(tx, [actor.userId]);
    const order = await lockOrder(tx, orderId);
    if (order?.userId !== actor.userId || customer.isBanned) return refuse({ kind: 'not-found' });
    const items = await itemsOf(tx, order.id);
    const changes = lineChanges(items, lines);
    if (!differ(changes)) return succeed({ changed: false, total: order.total });
    const { status, paymentStatus } = order;
    const pickupStartsAt = order.pickupStartsAt && instantOf(order.pickupStartsAt);
    const changesBefore = await countEvents(tx, order.id, 'order-items-changed');
    const refusal = itemsRefusal({ status, paymentStatus, pickupStartsAt }, changesBefore, now);
    if (refusal) return refuse(refusal);
    const stale = await staleOf(tx, order, items, seen);
    if (stale) return refuse(stale);
    const isAllowed = checkChanges(changes, paymentStatus);
    if (!isAllowed.ok) return isAllowed;
    if (grows(changes)) {
      const paused = pauseWords(settings.ordering, { now, zone: settings.store.zone });
      const noAdding = addingRefusal(
        pickupStartsAt,
        { paused, leadMinutes: settings.pickup.leadMinutes },
        now,
      );
      if (noAdding) return refuse(noAdding);
    }

    const plan = {
      customer,
      order,
      items,
      changes,
      startsAt: order.pickupStartsAt,
      moves: false,
      byCustomer: true,
    };
    const cause = { actorId: actor.userId, note: 'Items changed by the customer' };
    const edited = await editLines(tx, plan, cause, { settings, rules, now });
    if (!edited.ok) return abandon(edited);
    const { columns, items: after, held } = edited.value;
    const caps = { ...settings.holds, hasPickedUp: customer.hasPickedUp };
    const withinHolds = held ? checkHolds(held, { lines: 0, units: 0, orders: 0 }, caps) : succeed(null);
    if (!withinHolds.ok) return abandon(withinHolds);
    const total = columns.total ?? order.total;
    if (expectedTotal !== null && expectedTotal !== total)
      return abandon(refuse({ kind: 'price-changed', before: cents(expectedTotal), now: cents(total) }));
    await tx
      .update(orders)
      .set({ ...columns, version: order.version + 1, updatedAt: asDate(now) })
      .where(eq(orders.id, order.id));
    const names = new Map([...items, ...after].map((item) => [item.productId, item.productName]));
    const changed = changes
      .filter(({ from, to }) => from !== to)
      .map(({ productId, from, to }) => ({ name: names.get(productId) ?? '', from, to }));
    await recordEvent(tx, { kind: 'order-items-changed', orderId: order.id, changes: changed }, actor.userId);
    return succeed({ changed: true, total });
  });
}

/**
 * What someone else changed in the lines since the customer opened the page; null if nothing. Another version alone is
 * no conflict: staff accept an order or write a note on it.
 */
async function staleOf(
  tx: Transaction,
  order: LockedOrder,
  items: readonly OrderItem[],
  seen: ItemsInput['seen'],
): Promise<Extract<ItemsProblem, { kind: 'stale' }> | null> {
  if (order.version === seen.version) return null;
  const lines = items.map(({ productId, productName, quantity }) => ({
    productId,
    quantity,
    name: productName,
  }));
  const names = await productNames(
    seen.lines.map(({ productId }) => productId),
    tx,
  );
  const changes = linesChangedSince(seen.lines, lines, (id) => names.get(id) ?? `Product ${id}`);
  return changes.length > 0 ? { kind: 'stale', changes, version: order.version, lines } : null;
}
