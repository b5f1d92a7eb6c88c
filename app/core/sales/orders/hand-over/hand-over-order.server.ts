/**
 * Hands an order over at the counter: ID check, cash and completion in one transaction. Or refuses it, which
 * releases the stock and ends the order.
 */

import { eq, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { readUnitsOut } from '#core/goods/stock/put-back/units-out-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { roundingEntry } from '#core/sales/cash-desk/cash-rounding.ts';
import { paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import {
  addUsage,
  checkUsage,
  type LimitProblem,
  type LimitUsage,
  NO_USAGE,
  usageOf,
} from '#core/sales/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { handOvers, idChecks, orderItems, orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, formatDateTime, instantOf, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { hasEnded, orderMachine } from '../order.ts';
import { cashDue } from '../order-cash.ts';
import type { StatusProblem } from '../order-status.ts';
import { askForReceipt } from '../receipts/ask-for-receipt.server.ts';
import {
  linesToPack,
  lockOrder,
  missingLines,
  writeOrderStatus,
  writePaymentStatus,
} from '../write-order-status.server.ts';
import { checkCash } from './cash.ts';
import type { CounterProblem } from './counter-problem.ts';
import {
  checkId,
  checkNote,
  type HandOverInput,
  type IdProblem,
  issuerOf,
  OFFLINE_NOTE,
  type RefuseInput,
} from './id-check.ts';
import { ownerOfId } from './id-owner.server.ts';
import { acceptedIdOf, writeIdCheck } from './write-id-check.server.ts';

/** `handed-over`: someone has completed the order, by another press. */
export type HandOverProblem =
  | StatusProblem
  | CounterProblem
  | { kind: 'handed-over' }
  /** The owner does not allow hand-overs without a network. */
  | { kind: 'not-offline' };

const TOO_OLD = refuse([{ kind: 'id-check-too-old' }] satisfies IdProblem[]);

/** Change in cents. */
export type HandedOver = { change: number };

/**
 * Completes an order that is ready. Refuses, together in one answer: an order that is not packed or has missing units, a bag
 * with units that are no longer the order's, a banned customer, an ID that does not prove the age (a walk-in's was checked the same day), less cash than is due, another
 * cash due than the page showed, and more than a person may take home.
 * Also refuses whatever the state machine refuses. The same form, sent again, gets the same answer.
 */
export async function handOverOrder(
  actor: Actor,
  orderId: string,
  input: HandOverInput,
  now = systemClock(),
): Promise<Result<HandedOver, HandOverProblem>> {
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'admin-only' }));
  const { store, compliance, counter } = await readSettings();
  const offlineAt = input.checkedOfflineAt ?? null;
  // The ID and the limits are of the day on which the goods left.
  const today = storeDate(offlineAt ? instantOf(offlineAt) : now, store.zone);
  if (offlineAt !== null && !counter.offlineHandOver) return refuse({ kind: 'not-offline' });
  return asStaff<Result<HandedOver, HandOverProblem>>(async (tx, actor, abandon) => {
    // Before the order: the account of an ID is a customer (docs/locks.md).
    const person = await ownerOf(tx, orderId, input, today);
    const order = await lockOrder(tx, orderId);
    // What is refused leaves no account of an ID.
    const no = (problem: HandOverProblem) => abandon(refuse(problem));
    if (!order) return no({ kind: 'not-found' });
    if (order.status === 'completed') return answerAgain(tx, order.id, input.key);
    if (order.version !== input.version) return no({ kind: 'stale' });
    if (hasEnded(order.status)) return no({ kind: 'no-such-step', from: order.status, to: 'completed' });
    const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const needsId = items.some((item) => item.requiresId || item.productType === 'cannabis');
    const holder = order.pickupName ?? order.userName;
    const dayStart = asDate(startOfDay(today, store.zone));
    const isProved = order.isWalkIn && (await acceptedIdOf(tx, order.id, dayStart)) !== null;
    // Another ID cannot replace the one that a walk-in's limits count for.
    const id =
      !needsId || isProved
        ? null
        : order.isWalkIn
          ? TOO_OLD
          : checkId(input, today, compliance.minimumAge, holder, order.userName);
    const desk = await paymentDesk(tx);
    const owed = cashDue(order, desk.roundsCash);
    const problem: CounterProblem = {
      kind: 'counter',
      notPacked: order.status !== 'ready',
      missing: await missingLines(tx, order.id),
      toPack: await linesToPack(tx, order),
      takeOut: (await readUnitsOut(tx, [order.id])).get(order.id) ?? [],
      ban: await banOf(tx, order.userId),
      id: [...(id && !id.ok ? id.problem : []), ...(person && !person.ok ? [person.problem] : [])],
      limit:
        (needsId ? await overLimit(tx, order.userId, NO_USAGE, { today, store, compliance }) : null) ??
        (person?.ok ? await overLimit(tx, person.value, usageOf(items), { today, store, compliance }) : null),
      cash: checkCash(input.cashReceived, owed, input.owed),
    };
    const { notPacked, missing, toPack, takeOut, ban, limit, cash } = problem;
    if (notPacked || missing.length + toPack.length + takeOut.length > 0 || ban || limit || cash)
      return no(problem);
    if (problem.id.length > 0 || (id && !id.ok) || input.cashReceived === null) return no(problem);
    if (id)
      await writeIdCheck(tx, order.id, {
        ...{ idKind: id.value.kind, issuer: id.value.issuer, expiresOn: id.value.expiresOn },
        ...{ checkedBy: actor.userId, checkedByName: actor.name, createdAt: asDate(now) },
        note: [checkNote(input), offlineAt === null ? '' : offlineNote(offlineAt, now, store.zone)]
          .filter(Boolean)
          .join('. '),
      });
    // The customer came in place of the person that the order names: it says who took it home.
    const pickupName = id && input.nameMatches === 'customer' ? null : order.pickupName;
    if (pickupName !== order.pickupName)
      await tx.update(orders).set({ pickupName }).where(eq(orders.id, order.id));
    const cause = { actorId: actor.userId, now, zone: store.zone };
    const paid = await writePaymentStatus(tx, order, 'paid', { now, by: actor, desk });
    if (!paid.ok) return abandon(paid);
    const completed = await writeOrderStatus(tx, { ...order, paymentStatus: 'paid' }, 'completed', cause);
    if (!completed.ok) return abandon(completed);
    const cashReceived = input.cashReceived;
    await tx.insert(handOvers).values({
      orderId: order.id,
      key: input.key,
      owed,
      cashReceived,
      handedOverBy: actor.userId,
      handedOverByName: actor.name,
      pickerId: person?.ok ? person.value : null,
      createdAt: asDate(now),
    });
    const version = order.version + (paid.value.changed ? 2 : 1);
    await askForReceipt(tx, { id: order.id, version }, actor.userId);
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
      },
    });
    return succeed({ change });
  });
}

/**
 * Locks the account that the limits of the ID count for; null for an order that needs no ID or has ended, for a walk-in,
 * which owns one already, and for a form without the field, unless another adult than the customer comes.
 * Refuses an ID without a number, and one of a banned account.
 */
async function ownerOf(
  tx: Transaction,
  orderId: string,
  { nameMatches, idIssuer, idKind, idNumber }: HandOverInput,
  today: Temporal.PlainDate,
) {
  const [order] = await tx
    .select({
      status: orders.status,
      pickupName: orders.pickupName,
      userName: orders.userName,
      isWalkIn: orders.isWalkIn,
      needsId: sql<boolean>`exists (select from ${orderItems} as item
        where item.order_id = orders.id and (item.requires_id or item.product_type = 'cannabis'))`,
    })
    .from(orders)
    .where(eq(orders.orderId, orderId));
  if (!order?.needsId || hasEnded(order.status) || order.isWalkIn) return null;
  const isOther = order.pickupName !== null && order.pickupName !== order.userName;
  if (idNumber === undefined && (!isOther || nameMatches === 'customer')) return null;
  const issuer = issuerOf({ idKind, idIssuer }) ?? idIssuer;
  const owner = await ownerOfId(tx, { issuer, number: idNumber ?? '' }, today);
  if (owner.ok) await lockProfile(tx, owner.value);
  return owner;
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

async function banOf(tx: Transaction, userId: string): Promise<CounterProblem['ban']> {
  const [customer] = await tx
    .select({ isBanned: customerProfiles.isBanned, reason: customerProfiles.banReason })
    .from(customerProfiles)
    .where(eq(customerProfiles.userId, userId));
  return customer?.isBanned ? { reason: customer.reason } : null;
}

/** Returns the limits that this order and everything else that counts today exceed; null if within them. */
async function overLimit(
  tx: Transaction,
  userId: string,
  more: LimitUsage,
  { today, store, compliance }: Pick<Settings, 'store' | 'compliance'> & { today: Temporal.PlainDate },
): Promise<LimitProblem | null> {
  const dayStart = asDate(startOfDay(today, store.zone));
  const { usage } = await purchasesCountingToday(tx, userId, dayStart);
  const within = checkUsage(addUsage(usage, more), NO_USAGE, compliance);
  return within.ok ? null : within.problem;
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
  const asStaff = staffTransaction(actor, 'orders.manage', refuse({ kind: 'admin-only' }));
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
