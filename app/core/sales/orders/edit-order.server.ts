/**
 * Edits an order that has not ended: lines, quantities, pickup time, note. Stock, slot, tax and total follow
 * in one transaction. Locks follow the order in docs/locks.md.
 */
import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { productNames } from '#core/goods/catalogue/products/find-product-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import type { AuditState } from '#core/ground/audit/audit.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { offeredSlotAt } from '#core/sales/pickup/slots.ts';
import { pickupPolicy } from '#core/sales/pickup/slots-queries.server.ts';
import { moveSlot } from '#core/sales/pickup/take-slot.server.ts';
import { together } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, readInstant, systemClock } from '#kernel/time.ts';
import { announce } from '#platform/live/announce.ts';
import { editLines } from './edit-lines.server.ts';
import { hasEnded } from './order.ts';
import {
  checkChanges,
  differ,
  type EditProblem,
  type EditTexts,
  lineChanges,
  type OrderEdit,
  productsOfForm,
  staleEdit,
} from './order-edit.ts';
import { itemsOf, type OrderItem } from './write-order-lines.server.ts';
import { type LockedOrder, lockOrder, returnToPacking } from './write-order-status.server.ts';

/** `toPack`: the products that staff add to the bag of an order that was ready. */
type Outcome = Result<{ version: number; changed: boolean; toPack: readonly string[] }, EditProblem>;

/**
 * Returns the new version. A refusal changes nothing, and an edit without changes leaves no trace. Existing
 * lines are charged at their reserved price, and all lines are taxed by the rules of the day the order was
 * placed; an added line costs the current menu price. A packed order stays packed at another time; it goes back to packing
 * only if it gets units that are not in its bag.
 */
export async function editOrder(
  actor: Actor,
  orderId: string,
  edit: OrderEdit,
  texts: EditTexts,
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);

  return asStaff<Outcome>(async (tx, actor, abandon) => {
    const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
    const { zone } = settings.store;
    const [found] = await tx
      .select({ userId: orders.userId, name: orders.userName })
      .from(orders)
      .where(eq(orders.orderId, orderId));
    if (!found) return refuse({ kind: 'not-found' });
    const customer = await lockCustomer(tx, found);
    await lockLicenses(tx, [found.userId]);
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    const items = await itemsOf(tx, order.id);
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });
    if (isStale(order, edit, texts)) {
      const names = await productNames(productsOfForm(texts.base), tx);
      return refuse({ kind: 'stale', stale: staleEdit({ ...order, lines: items }, texts, { names, zone }) });
    }
    const changes = lineChanges(items, edit.lines);
    const isAllowed = checkChanges(changes, order.paymentStatus);
    if (!isAllowed.ok) return isAllowed;
    const pickup = pickupOf(order, edit.slotStartsAt, settings, now);
    if (!pickup.ok) return pickup;
    const { startsAt, endsAt, moves } = pickup.value;
    const differs = differ(changes);
    if (!differs && !moves && edit.note === order.note)
      return succeed({ version: order.version, changed: false, toPack: [] });

    const plan = { customer, order, items, changes, startsAt, moves };
    const cause = { actorId: actor.userId, note: 'Order edited' };
    const edited = await editLines(tx, plan, cause, { settings, rules, now });
    if (!edited.ok) return abandon(edited);
    const { columns, items: after } = edited.value;
    const toPack = await returnToPacking(tx, order, actor.userId);
    const version = order.version + (differs || moves ? 1 : 0);
    const saved = {
      ...columns,
      pickupStartsAt: startsAt,
      pickupEndsAt: endsAt,
      // A late notice for the old time does not apply to the new one.
      ...(moves ? { lateMinutes: null, lateSaidAt: null } : {}),
      note: edit.note,
      version,
      updatedAt: asDate(now),
    };
    await tx.update(orders).set(saved).where(eq(orders.id, order.id));
    await recordAudit(tx, actor, {
      action: 'order.edited',
      subject: 'order',
      subjectId: order.id,
      before: auditState(order, items, zone),
      after: auditState({ ...order, ...saved }, after, zone),
      reason: edit.reason,
    });
    // Notify the customer of what concerns them: items, time and price, but not a note.
    if (differs || moves) await recordEvent(tx, { kind: 'order-changed', orderId: order.id }, actor.userId);
    else await announce(tx, 'orders', `order:${order.id}`);
    // Last, because every order for these slots waits here for the one before.
    if (moves && startsAt) {
      const slots = { from: order.pickupStartsAt, to: startsAt };
      if (!(await moveSlot(tx, slots, settings.pickup.capacity)))
        return abandon(refuse({ kind: 'slot-full' }));
    }
    return succeed({ version, changed: true, toPack });
  });
}

/** Whether someone has saved the order since the form was loaded. A note makes no new version, so it is compared itself. */
function isStale(order: LockedOrder, edit: OrderEdit, { base }: EditTexts): boolean {
  const { note: seenNote = order.note } = base;
  return order.version !== edit.version || (seenNote !== order.note && edit.note !== order.note);
}

type Pickup = { startsAt: Date | null; endsAt: Date | null; moves: boolean };

/**
 * Returns the order's new pickup. The order may stay at its current time, whether or not that slot is still
 * offered.
 */
function pickupOf(
  order: LockedOrder,
  wanted: string,
  settings: Settings,
  now: Temporal.Instant,
): Result<Pickup, EditProblem> {
  const same = { startsAt: order.pickupStartsAt, endsAt: order.pickupEndsAt, moves: false };
  if (wanted === '') return succeed(same);
  const at = readInstant(wanted);
  if (!at) return refuse({ kind: 'slot-not-open' });
  if (order.pickupStartsAt && asDate(at).getTime() === order.pickupStartsAt.getTime()) return succeed(same);
  // Staff may promise a time sooner than the lead time for customers.
  const slot = offeredSlotAt({ ...pickupPolicy(settings), leadMinutes: 0 }, at, now);
  return slot
    ? succeed({ startsAt: asDate(slot.startsAt), endsAt: asDate(slot.endsAt), moves: true })
    : refuse({ kind: 'slot-not-open' });
}

function auditState(
  order: Pick<LockedOrder, 'pickupStartsAt' | 'note' | 'total'>,
  items: readonly OrderItem[],
  zone: string,
): AuditState {
  return {
    lines: items.map((item) => `${item.quantity} × ${item.productName}`),
    pickup: order.pickupStartsAt && formatDateTime(instantOf(order.pickupStartsAt), zone),
    note: order.note,
    totalInCents: order.total,
  };
}
