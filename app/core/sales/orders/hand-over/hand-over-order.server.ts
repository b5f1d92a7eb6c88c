/**
 * Hands an order over at the counter: ID check, cash and completion in one transaction. Or refuses it, which
 * releases the stock and ends the order.
 */

import { eq } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingEntry } from '#core/sales/cash-desk/cash-rounding.ts';
import { type PaymentDesk, paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { openDrawerFor, printPaid } from '#core/sales/printing/queue-print.server.ts';
import type { Transaction } from '#db/client.ts';
import { handOvers, idChecks, orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, storeDate, systemClock } from '#kernel/time.ts';
import { hasEnded, orderMachine } from '../order.ts';
import { cashDue } from '../order-cash.ts';
import type { StatusProblem } from '../order-status.ts';
import { askForReceipt } from '../receipts/ask-for-receipt.server.ts';
import {
  type LockedOrder,
  lockOrder,
  writeOrderStatus,
  writePaymentStatus,
} from '../write-order-status.server.ts';
import type { CounterProblem } from './counter-problem.ts';
import { checkNote, type HandOverInput, OFFLINE_NOTE, type RefuseInput } from './id-check.ts';
import { type Allowed, judgeHandOver, lockOwnerOfId } from './judge-hand-over.server.ts';
import { writeIdCheck } from './write-id-check.server.ts';

/** `handed-over`: someone has completed the order, by another press. */
export type HandOverProblem =
  | StatusProblem
  | CounterProblem
  | { kind: 'handed-over' }
  /** The owner does not allow hand-overs without a network. */
  | { kind: 'not-offline' };

/** Change in cents. */
export type HandedOver = { change: number };

/**
 * Completes an order that is ready. Refuses what `judgeHandOver` names, and whatever the state machine refuses. The same
 * form, sent again, gets the same answer.
 */
export async function handOverOrder(
  actor: Actor,
  orderId: string,
  input: HandOverInput,
  now = systemClock(),
): Promise<Result<HandedOver, HandOverProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { store, compliance, counter } = await readSettings();
  const offlineAt = input.checkedOfflineAt ?? null;
  // The ID and the limits are of the day on which the goods left.
  const today = storeDate(offlineAt ? instantOf(offlineAt) : now, store.zone);
  if (offlineAt !== null && !counter.offlineHandOver) return refuse({ kind: 'not-offline' });
  return asStaff<Result<HandedOver, HandOverProblem>>(async (tx, actor, abandon) => {
    // Before the order: the account of an ID is a customer (docs/locks.md).
    const person = await lockOwnerOfId(tx, orderId, input, today);
    const order = await lockOrder(tx, orderId);
    // What is refused leaves no account of an ID.
    const no = (problem: HandOverProblem) => abandon(refuse(problem));
    if (!order) return no({ kind: 'not-found' });
    if (order.status === 'completed') return answerAgain(tx, order.id, input.key);
    if (order.version !== input.version) return no({ kind: 'stale' });
    if (hasEnded(order.status)) return no({ kind: 'no-such-step', from: order.status, to: 'completed' });
    const desk = await paymentDesk(tx);
    const verdict = await judgeHandOver(tx, order, input, {
      ...{ person, today, store, compliance },
      owed: cashDue(order, desk.roundsCash),
    });
    if (!verdict.ok) return no(verdict.problem);
    return complete(tx, abandon, { order, input, actor, now, zone: store.zone, desk, ...verdict.value });
  });
}

type Completion = Allowed & {
  order: LockedOrder;
  input: HandOverInput;
  actor: SignedIn;
  now: Temporal.Instant;
  zone: string;
  desk: PaymentDesk;
};

/** Writes what a hand-over is: the ID check, the payment, the end of the order, its record, the receipt to send. */
async function complete(
  tx: Transaction,
  abandon: (answer: Result<HandedOver, HandOverProblem>) => never,
  { order, input, actor, now, zone, desk, id, picker, owed, cashReceived }: Completion,
): Promise<Result<HandedOver, HandOverProblem>> {
  const offlineAt = input.checkedOfflineAt ?? null;
  if (id)
    await writeIdCheck(tx, order.id, {
      ...{ idKind: id.kind, issuer: id.issuer, expiresOn: id.expiresOn },
      ...{ checkedBy: actor.userId, checkedByName: actor.name, createdAt: asDate(now) },
      note: [checkNote(input), offlineAt === null ? '' : offlineNote(offlineAt, now, zone)]
        .filter(Boolean)
        .join('. '),
    });
  // The customer came in place of the person that the order names: it says who took it home.
  const pickupName = id && input.nameMatches === 'customer' ? null : order.pickupName;
  if (pickupName !== order.pickupName)
    await tx.update(orders).set({ pickupName }).where(eq(orders.id, order.id));
  const paid = await writePaymentStatus(tx, order, 'paid', { now, by: actor, desk });
  if (!paid.ok) return abandon(paid);
  const cause = { actorId: actor.userId, now, zone };
  const completed = await writeOrderStatus(tx, { ...order, paymentStatus: 'paid' }, 'completed', cause);
  if (!completed.ok) return abandon(completed);
  await tx.insert(handOvers).values({
    orderId: order.id,
    key: input.key,
    owed,
    cashReceived,
    handedOverBy: actor.userId,
    handedOverByName: actor.name,
    pickerId: picker,
    leftAt: offlineAt,
    createdAt: asDate(now),
  });
  const version = order.version + (paid.value.changed ? 2 : 1);
  await askForReceipt(tx, { id: order.id, version }, actor.userId);
  // What is sent later was taken earlier: no one waits at the drawer.
  if (cashReceived > 0 && offlineAt === null) await openDrawerFor(tx, order.id);
  await printPaid(tx, order.id);
  const change = cashReceived - owed;
  const nameEntry = (name: string | null) => (pickupName === order.pickupName ? {} : { pickupName: name });
  await recordAudit(tx, actor, {
    action: 'order.handed-over',
    subject: 'order',
    subjectId: order.id,
    before: { status: order.status, paymentStatus: order.paymentStatus, ...nameEntry(order.pickupName) },
    after: {
      ...{ status: 'completed', paymentStatus: 'paid', cashReceived, change, ...nameEntry(pickupName) },
      ...roundingEntry(paid.value.cashRounding),
      ...(offlineAt === null ? {} : { withoutNetwork: true }),
    },
  });
  return succeed({ change });
}

/** Of an ID that a tablet without a network checked: when, by its clock, and when the server heard of it. */
function offlineNote(checkedAt: Date, arrival: Temporal.Instant, zone: string): string {
  const [checked, arrived] = [formatDateTime(instantOf(checkedAt), zone), formatDateTime(arrival, zone)];
  return `${OFFLINE_NOTE}${checked === arrived ? '' : `${checked}, `}sent ${arrived}`;
}

/** The stored answer for the form that completed the order; a refusal for every other one. */
async function answerAgain(
  tx: Transaction,
  id: string,
  key: string | undefined,
): Promise<Result<HandedOver, HandOverProblem>> {
  const [done] = await tx.select().from(handOvers).where(eq(handOvers.orderId, id));
  if (!done || key === undefined || done.key !== key) return refuse({ kind: 'handed-over' });
  return succeed({ change: done.cashReceived - done.owed });
}

/**
 * Refuses a hand-over: records the refusal, releases the units and ends the order. The same form, sent again, gets the
 * same answer.
 */
export async function refuseHandOver(
  actor: Actor,
  orderId: string,
  input: RefuseInput,
  now = systemClock(),
): Promise<Result<null, StatusProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'not-allowed' }));
  const { zone } = (await readSettings()).store;
  return asStaff<Result<null, StatusProblem>>(async (tx, actor, abandon) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return refuse({ kind: 'not-found' });
    if (await isRefusedBy(tx, order.id, input.key)) return succeed(null);
    if (order.version !== input.version) return refuse({ kind: 'stale' });
    if (!orderMachine.mayGo(order.status, 'cancelled'))
      return refuse({ kind: 'no-such-step', from: order.status, to: 'cancelled' });
    await tx.insert(idChecks).values({
      id: input.key ?? newId(),
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

/** Whether the form with this key has refused the order. */
async function isRefusedBy(tx: Transaction, orderId: string, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false;
  const [row] = await tx.select({ orderId: idChecks.orderId }).from(idChecks).where(eq(idChecks.id, key));
  return row?.orderId === orderId;
}
