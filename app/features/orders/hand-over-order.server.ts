/**
 * The hand-over at the counter: ID check, cash and completion in one transaction, or the refusal, which
 * releases the stock and ends the order.
 */

import { eq } from 'drizzle-orm';
import { inTransactionOr } from '#db/client.ts';
import { idChecks, orderItems } from '#db/schema/orders.ts';
import { type Actor, may } from '#features/access/actor.ts';
import { recordAudit } from '#features/audit/record-audit.server.ts';
import { checkUsage, type LimitProblem, NO_USAGE } from '#features/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#features/compliance/purchases-queries.server.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { checkId, type HandOverInput, type IdProblem, type RefuseInput } from './id-check.ts';
import { orderMachine } from './order.ts';
import type { StatusProblem } from './order-status.ts';
import { lockOrder, writeOrderStatus, writePaymentStatus } from './write-order-status.server.ts';

export type HandOverProblem =
  | StatusProblem
  | { kind: 'id'; problem: IdProblem }
  | { kind: 'cash-short'; missing: number }
  | { kind: 'over-limit'; problem: LimitProblem };

/** Cents to give back. */
export type HandedOver = { change: number };

/**
 * Completes an order that is ready. Refused: an ID that does not prove the age, less cash than the total, more
 * than a person may take home, and whatever the state machine refuses.
 */
export async function handOverOrder(
  actor: Actor,
  orderId: string,
  input: HandOverInput,
  now = systemClock(),
): Promise<Result<HandedOver, HandOverProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'orders.manage')) return refuse({ kind: 'admin-only' });
  const { store, compliance } = await readSettings();
  const today = storeDate(now, store.zone);
  return inTransactionOr<Result<HandedOver, HandOverProblem>>(async (tx, abandon) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.version !== input.version) return refuse({ kind: 'stale' });
    // Asked here already: an order that is completed stays so without an error, and would be handed over twice.
    if (!orderMachine.mayGo(order.status, 'completed'))
      return refuse({ kind: 'no-such-step', from: order.status, to: 'completed' });
    const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    if (items.some((item) => item.requiresId || item.productType === 'cannabis')) {
      const checked = checkId(input, today, compliance.minimumAge);
      if (!checked.ok) return refuse({ kind: 'id', problem: checked.problem });
      await tx.insert(idChecks).values({
        id: newId(),
        orderId: order.id,
        outcome: 'accepted',
        idKind: checked.value.kind,
        issuer: checked.value.issuer,
        expiresOn: checked.value.expiresOn,
        checkedBy: actor.userId,
        checkedByName: actor.name,
        createdAt: asDate(now),
      });
      const dayStart = asDate(startOfDay(today, store.zone));
      const { usage } = await purchasesCountingToday(tx, order.userId, dayStart);
      const within = checkUsage(usage, NO_USAGE, compliance);
      if (!within.ok) return abandon(refuse({ kind: 'over-limit', problem: within.problem }));
    }
    const owed = order.paymentStatus === 'paid' ? 0 : order.total;
    if (input.cashReceived < owed)
      return abandon(refuse({ kind: 'cash-short', missing: owed - input.cashReceived }));
    const cause = { actorId: actor.userId, now, zone: store.zone };
    const paid = await writePaymentStatus(tx, order, 'paid', cause);
    if (!paid.ok) return abandon(paid);
    const completed = await writeOrderStatus(tx, { ...order, paymentStatus: 'paid' }, 'completed', cause);
    if (!completed.ok) return abandon(completed);
    const change = input.cashReceived - owed;
    await recordAudit(tx, actor, {
      action: 'order.handed-over',
      subject: 'order',
      subjectId: order.id,
      before: { status: order.status, paymentStatus: order.paymentStatus },
      after: { status: 'completed', paymentStatus: 'paid', cashReceived: input.cashReceived, change },
    });
    return succeed({ change });
  });
}

/** The counter says no: the refusal is on record, the units are free again, the order has ended. */
export async function refuseHandOver(
  actor: Actor,
  orderId: string,
  input: RefuseInput,
  now = systemClock(),
): Promise<Result<null, StatusProblem>> {
  if (actor.kind !== 'user' || !may(actor, 'orders.manage')) return refuse({ kind: 'admin-only' });
  const { zone } = (await readSettings()).store;
  return inTransactionOr<Result<null, StatusProblem>>(async (tx, abandon) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.version !== input.version) return refuse({ kind: 'stale' });
    if (!orderMachine.mayGo(order.status, 'cancelled'))
      return refuse({ kind: 'no-such-step', from: order.status, to: 'cancelled' });
    await tx.insert(idChecks).values({
      id: newId(),
      orderId: order.id,
      outcome: 'refused',
      refusal: input.refusal,
      note: input.note,
      checkedBy: actor.userId,
      checkedByName: actor.name,
      createdAt: asDate(now),
    });
    const ended = await writeOrderStatus(tx, order, 'cancelled', { actorId: actor.userId, now, zone });
    if (!ended.ok) return abandon(ended);
    await recordAudit(tx, actor, {
      action: 'order.refused-at-counter',
      subject: 'order',
      subjectId: order.id,
      before: { status: order.status },
      after: { status: 'cancelled', refusal: input.refusal },
      reason: input.note,
    });
    return succeed(null);
  });
}
