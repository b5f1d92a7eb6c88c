/**
 * Hands an order over at the counter: ID check, cash and completion in one transaction. Or refuses it, which
 * releases the stock and ends the order.
 */

import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor } from '#core/access/actor.ts';
import { staffTransaction } from '#core/access/staff-transaction.server.ts';
import { recordAudit } from '#core/audit/record-audit.server.ts';
import { checkUsage, type LimitProblem, NO_USAGE } from '#core/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/compliance/purchases-queries.server.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readSettings } from '#core/settings/settings-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { idChecks, orderItems } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { orderMachine } from '../order.ts';
import type { StatusProblem } from '../order-status.ts';
import { askForReceipt } from '../receipts/ask-for-receipt.server.ts';
import { lockOrder, writeOrderStatus, writePaymentStatus } from '../write-order-status.server.ts';
import { type CashProblem, checkCash } from './cash.ts';
import { checkId, type HandOverInput, type IdProblem, type RefuseInput } from './id-check.ts';

/** Everything that is wrong at the counter, found in one pass. */
export type CounterProblem = {
  kind: 'counter';
  id: readonly IdProblem[];
  limit: LimitProblem | null;
  cash: CashProblem | null;
};

export type HandOverProblem = StatusProblem | CounterProblem;

/** Change in cents. */
export type HandedOver = { change: number };

/**
 * Completes an order that is ready. Refuses, together in one answer: an ID that does not prove the age, less
 * cash than the total, and more than a person may take home. Also refuses whatever the state machine refuses.
 */
export async function handOverOrder(
  actor: Actor,
  orderId: string,
  input: HandOverInput,
  now = systemClock(),
): Promise<Result<HandedOver, HandOverProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'admin-only' }));
  const { store, compliance } = await readSettings();
  const today = storeDate(now, store.zone);
  return asStaff<Result<HandedOver, HandOverProblem>>(async (tx, actor, abandon) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (order.version !== input.version) return refuse({ kind: 'stale' });
    // Checked here too: writing the status of an already completed order is no error, so it would be handed
    // over twice.
    if (!orderMachine.mayGo(order.status, 'completed'))
      return refuse({ kind: 'no-such-step', from: order.status, to: 'completed' });
    const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const needsId = items.some((item) => item.requiresId || item.productType === 'cannabis');
    const holder = order.pickupName ?? order.userName;
    const id = needsId ? checkId(input, today, compliance.minimumAge, holder) : null;
    const limit = needsId ? await overLimit(tx, order.userId, today, { store, compliance }) : null;
    const owed = order.paymentStatus === 'paid' ? 0 : order.total;
    const cash = checkCash(input.cashReceived, owed);
    if ((id && !id.ok) || limit || cash || input.cashReceived === null)
      return refuse({ kind: 'counter', id: id && !id.ok ? id.problem : [], limit, cash });
    if (id)
      await tx.insert(idChecks).values({
        id: newId(),
        orderId: order.id,
        outcome: 'accepted',
        idKind: id.value.kind,
        issuer: id.value.issuer,
        expiresOn: id.value.expiresOn,
        checkedBy: actor.userId,
        checkedByName: actor.name,
        createdAt: asDate(now),
      });
    const cause = { actorId: actor.userId, now, zone: store.zone };
    const paid = await writePaymentStatus(tx, order, 'paid', { now, by: actor });
    if (!paid.ok) return abandon(paid);
    const completed = await writeOrderStatus(tx, { ...order, paymentStatus: 'paid' }, 'completed', cause);
    if (!completed.ok) return abandon(completed);
    const version = order.version + (paid.value.changed ? 2 : 1);
    await askForReceipt(tx, { id: order.id, version }, actor.userId);
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

/** Returns the limits that this order and everything else that counts today exceed; null if within them. */
async function overLimit(
  tx: Transaction,
  userId: string,
  today: Temporal.PlainDate,
  { store, compliance }: Pick<Settings, 'store' | 'compliance'>,
): Promise<LimitProblem | null> {
  const dayStart = asDate(startOfDay(today, store.zone));
  const { usage } = await purchasesCountingToday(tx, userId, dayStart);
  const within = checkUsage(usage, NO_USAGE, compliance);
  return within.ok ? null : within.problem;
}

/** Refuses a hand-over: records the refusal, releases the units and ends the order. */
export async function refuseHandOver(
  actor: Actor,
  orderId: string,
  input: RefuseInput,
  now = systemClock(),
): Promise<Result<null, StatusProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'admin-only' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<null, StatusProblem>>(async (tx, actor, abandon) => {
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
