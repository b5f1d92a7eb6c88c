/**
 * Takes units off a line of an open order whose customer stands at the counter and wants fewer. Stock, tax and total follow;
 * what was packed of them must leave the bag (decision 82).
 */
import { eq } from 'drizzle-orm';
import { lockCustomer } from '#core/accounts/customers/lock-customer.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { type Transaction, together } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { editLines } from '../edit-lines.server.ts';
import { hasEnded } from '../order.ts';
import { checkChanges, type EditProblem, editMessage, lineChanges } from '../order-edit.ts';
import { itemsOf } from '../write-order-lines.server.ts';
import { lockOrder } from '../write-order-status.server.ts';

/** A line of the order by its product, with its units on the page, and how many the customer wants. */
export type FewerUnits = { productId: number; from: number; to: number };

export type FewerProblem = Exclude<EditProblem, { kind: 'stale' }> | { kind: 'stale' };

/** `unitsOut`: units that must leave the bag because of this press, or of the same one before. */
export type Fewer = { name: string; changed: boolean; unitsOut: number };

export const fewerMessage = (problem: FewerProblem): string =>
  problem.kind === 'stale' ? commonMessage(problem, 'Order') : editMessage(problem);

/**
 * Sent again, it changes nothing: a line that has `to` units has them. No units remove the line. Refused: a line that has
 * neither `from` nor `to` units, more units than before, the last line, an order that is paid or has ended. The note and the
 * time stay, so a press on another page of the same order is not compared.
 */
export async function takeFewer(
  actor: Actor,
  orderId: string,
  { productId, from, to }: FewerUnits,
  now = systemClock(),
): Promise<Result<Fewer, FewerProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);
  return asStaff<Result<Fewer, FewerProblem>>(async (tx, staff, abandon) => {
    const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
    const [found] = await tx
      .select({ userId: orders.userId, name: orders.userName })
      .from(orders)
      .where(eq(orders.orderId, orderId));
    if (!found) return refuse({ kind: 'not-found' });
    const customer = await lockCustomer(tx, found);
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (hasEnded(order.status)) return refuse({ kind: 'ended' });
    const items = await itemsOf(tx, order.id);
    const line = items.find((item) => item.productId === productId);
    const name = line?.productName ?? '';
    if ((line?.quantity ?? 0) === to)
      return succeed({ name, changed: false, unitsOut: await unitsOutOf(tx, order.id, productId) });
    if (!line || line.quantity !== from || to > from) return refuse({ kind: 'stale' });
    const wanted = items.map((item) => ({ ...item, quantity: item.id === line.id ? to : item.quantity }));
    const changes = lineChanges(items, wanted);
    const isAllowed = checkChanges(changes, order.paymentStatus);
    if (!isAllowed.ok) return isAllowed;
    const plan = { customer, order, items, changes, startsAt: order.pickupStartsAt, moves: false };
    const cause = { actorId: staff.userId, note: 'Fewer at the counter' };
    const edited = await editLines(tx, plan, cause, { settings, rules, now });
    if (!edited.ok) return abandon(edited);
    const saved = { ...edited.value.columns, version: order.version + 1, updatedAt: asDate(now) };
    await tx.update(orders).set(saved).where(eq(orders.id, order.id));
    const words = (lines: typeof items) => lines.map((item) => `${item.quantity} × ${item.productName}`);
    await recordAudit(tx, staff, {
      action: 'order.edited',
      subject: 'order',
      subjectId: order.id,
      before: { lines: words(items), totalInCents: order.total },
      after: { lines: words(edited.value.items), totalInCents: edited.value.columns.total ?? order.total },
      reason: 'Wants fewer, at the counter',
    });
    await recordEvent(tx, { kind: 'order-changed', orderId: order.id }, staff.userId);
    return succeed({ name, changed: true, unitsOut: await unitsOutOf(tx, order.id, productId) });
  });
}

async function unitsOutOf(tx: Transaction, orderId: string, productId: number): Promise<number> {
  const rows = (await readUnitsOut(tx, [orderId])).get(orderId) ?? [];
  return rows.reduce((sum, row) => (row.productId === productId ? sum + row.units : sum), 0);
}
