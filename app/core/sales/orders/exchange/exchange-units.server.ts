/**
 * Exchanges units of an order that was handed over, in one transaction: what comes back is refunded and, if it is cannabis,
 * waste; what goes out is an order of its own, paid and handed over. Locks follow docs/locks.md.
 */
import { and, desc, eq, gte } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { lockCustomer, lockProfile } from '#core/accounts/customers/lock-customer.server.ts';
import { packLots } from '#core/goods/stock/hold-lots.server.ts';
import { lockMenu, type MenuProduct } from '#core/goods/stock/lock-menu.server.ts';
import { takeFirstOut } from '#core/goods/stock/lots/lots.ts';
import { lockStock } from '#core/goods/stock/move-stock.server.ts';
import type { Actor, Approver, SignedIn } from '#core/ground/access/actor.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { holdSettings } from '#core/ground/settings/lock-settings.server.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type PaymentDesk, paymentDesk } from '#core/sales/cash-desk/payment-desk.server.ts';
import { lockLicenses } from '#core/sales/compliance/lock-licenses.server.ts';
import { checkContents, checkUsage, usageOf } from '#core/sales/compliance/purchase-limits.ts';
import { purchasesCountingToday } from '#core/sales/compliance/purchases-queries.server.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { holdTaxRules, readTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { printPaid } from '#core/sales/printing/queue-print.server.ts';
import { lockAdvisoryOf } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { exchanges, handOvers, idChecks, orders } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { asDate, startOfDay, storeDate, systemClock } from '#kernel/time.ts';
import { checkCash } from '../hand-over/cash.ts';
import { checkId, checkNote, type HandOverInput, type IdProblem } from '../hand-over/id-check.ts';
import { lockAccountOfId } from '../hand-over/judge-hand-over.server.ts';
import { type AcceptedId, writeIdCheck } from '../hand-over/write-id-check.server.ts';
import { NO_NOTES } from '../order-notes.ts';
import { type Quote, quote } from '../quote.ts';
import { askForReceipt } from '../receipts/ask-for-receipt.server.ts';
import { checkStaffLimits, checkYes } from '../refunds/staff-refunds.server.ts';
import { type PlannedRefund, planRefund, writeRefund } from '../refunds/write-refund.server.ts';
import { writeOrder } from '../write-order.server.ts';
import {
  type LockedOrder,
  lockOrder,
  reservationsOf,
  writeOrderStatus,
  writePaymentStatus,
} from '../write-order-status.server.ts';
import { type ExchangeProblem, owedOf, paidBackOf } from './exchange.ts';
import { unitsBack } from './exchange-queries.server.ts';

export type ExchangeInput = {
  /** Of the form: sent again, it exchanges nothing. */
  key: string;
  /** Of the order whose units come back. */
  version: number;
  back: { itemId: string; quantity: number };
  out: { productId: number; quantity: number };
  reason: string;
  /** What the page showed as the difference, in cents; below zero it is returned. */
  due: number;
  cashReceived: number | null;
  /** Needed unless the ID was checked for the order on the same day. */
  id: Pick<
    HandOverInput,
    'idKind' | 'idIssuer' | 'idExpiresOn' | 'idBirthDate' | 'idNumber' | 'nameMatches' | 'scanned'
  > | null;
  /** Who says yes to more cash back than staff may return. */
  approver?: Approver | null;
};

/** The number of the order that went out, and what the customer paid for the difference; below zero it was returned. */
export type Exchanged = { number: string; due: number };

type Outcome = Result<Exchanged, ExchangeProblem>;

/**
 * Refuses: an order that was not handed over, more units than it has, a reason that is missing, a product that is not on the
 * menu or not there, a banned customer, an ID that does not prove the age, more than a person may take home, too little cash,
 * another difference than the page showed, and more cash back than their limit or that of who says yes.
 */
export async function exchangeUnits(
  actor: Actor,
  number: string,
  input: ExchangeInput,
  now = systemClock(),
): Promise<Outcome> {
  const asStaff = staffTransaction(actor, 'refunds.record', refuse({ kind: 'not-allowed' }));
  const [known, knownRules] = await Promise.all([readSettings(), readTaxRules()]);
  return asStaff<Outcome>(async (tx, staff, abandon) => {
    const outcome = await exchange(tx, staff, { number, input, known, knownRules, now });
    return outcome.ok ? outcome : abandon(outcome);
  });
}

type Asked = {
  number: string;
  input: ExchangeInput;
  known: Settings;
  knownRules: readonly TaxRule[];
  now: Temporal.Instant;
};

/** A refusal is to be rolled back. */
async function exchange(
  tx: Transaction,
  staff: SignedIn,
  { number, input, known, knownRules, now }: Asked,
): Promise<Outcome> {
  const by = input.approver ?? staff;
  const [settings, rules] = await together(holdSettings(tx, known), holdTaxRules(tx, knownRules));
  const [found] = await tx
    .select({
      ...{ userId: orders.userId, name: orders.userName },
      ...{ picker: handOvers.pickerId, handedOverAt: handOvers.createdAt },
    })
    .from(orders)
    .leftJoin(handOvers, eq(handOvers.orderId, orders.id))
    .where(eq(orders.orderId, number));
  if (!found) return refuse({ kind: 'not-found' });
  const today = storeDate(now, settings.store.zone);
  const dayStart = asDate(startOfDay(today, settings.store.zone));
  const customer = await lockCustomer(tx, found);
  const person = await lockPerson(tx, found, input.id, { today, dayStart });
  await lockAdvisoryOf(tx, 'staffRefunds', by.userId);
  const order = await lockOrder(tx, number);
  if (!order) return refuse({ kind: 'not-found' });
  const before = await exchangedBy(tx, input.key);
  if (before) return succeed(before);
  const wrong = problemOf(order, input);
  if (wrong) return refuse(wrong);
  if (!person.ok) return refuse({ kind: 'id', problems: [person.problem] });
  if (customer.isBanned) return refuse({ kind: 'banned' });
  const desk = await paymentDesk(tx);
  const plan = await planRefund(tx, order, new Map([[input.back.itemId, input.back.quantity]]), desk);
  if (!plan.ok) return plan;
  const backProduct = plan.value.made.lines[0]?.productId ?? 0;
  // Both at once, in their order.
  await lockStock(tx, [backProduct, input.out.productId]);
  const buyer = { person: found.userId, back: await unitsBack(tx, input.back) };
  const product = (await lockMenu(tx, [input.out], { settings, now }, buyer)).get(input.out.productId);
  if (!product?.isOnMenu) return refuse({ kind: 'not-on-menu', name: product?.name ?? 'The product' });
  const line = { ...product, quantity: input.out.quantity };
  const money = quote([line], rules, today);
  const id = await idOf(tx, order, { input, line, settings, now, staff });
  if (!id.ok) return id;
  const paidBack = { amount: paidBackOf(input.due), now, settings };
  if (!input.approver && input.due < 0) {
    const own = await checkStaffLimits(tx, staff, order, paidBack);
    if (!own.ok) return own;
  }
  const refund = { goods: 'returned' as const, reason: input.reason };
  const askedBy = input.approver ? staff.name : undefined;
  const cause = { by, askedBy, desk, now, zone: settings.store.zone };
  const refunded = await writeRefund(tx, order, plan.value, refund, cause);
  if (!refunded.ok) return refunded;
  const picker = id.value && person.value;
  const limit = await limitOf(tx, [order.userId, picker], line, dayStart, settings.compliance);
  if (limit) return refuse(limit);
  const sold = await sell(tx, { order, line, money, id: id.value, staff, desk, now, settings });
  if (!sold.ok) return sold;
  const due = sold.value.cash - plan.value.cash;
  const unpaid = cashProblemOf(due, input);
  if (unpaid) return refuse(unpaid);
  await finish(tx, {
    order,
    plan: plan.value,
    refundId: refunded.value.id,
    ...{ sold: sold.value, picker, due, input, staff, now },
  });
  const yes = input.approver ? await checkYes(tx, input.approver, staff, order, paidBack) : succeed(null);
  return yes.ok ? succeed({ number: sold.value.number, due }) : yes;
}

type Found = { userId: string; picker: string | null; handedOverAt: Date | null };

/**
 * The account that the limits of the ID count for, locked: of the ID shown now, or at the hand-over on the same day. Then
 * locks its license and the customer's.
 */
async function lockPerson(
  tx: Transaction,
  found: Found,
  id: ExchangeInput['id'],
  { today, dayStart }: { today: Temporal.PlainDate; dayStart: Date },
): Promise<Result<string | null, IdProblem>> {
  const isShown = id?.idKind !== undefined && id.idNumber !== undefined;
  const person = isShown
    ? await lockAccountOfId(tx, id, today)
    : succeed(await lockPicker(tx, found, dayStart));
  await lockLicenses(tx, [found.userId, person.ok ? person.value : null]);
  return person;
}

async function lockPicker(
  tx: Transaction,
  { picker, handedOverAt }: Found,
  dayStart: Date,
): Promise<string | null> {
  if (picker === null || handedOverAt === null || handedOverAt < dayStart) return null;
  await lockProfile(tx, picker);
  return picker;
}

/** The difference must be the one on the page, and paid. */
function cashProblemOf(due: number, input: ExchangeInput): ExchangeProblem | null {
  if (due !== input.due) return { kind: 'price-changed', due };
  const problem = checkCash(due > 0 ? input.cashReceived : 0, owedOf(due));
  return problem && { kind: 'cash', problem };
}

async function exchangedBy(tx: Transaction, key: string): Promise<Exchanged | null> {
  const [row] = await tx
    .select({ number: orders.orderId, due: exchanges.due })
    .from(exchanges)
    .innerJoin(orders, eq(orders.id, exchanges.orderId))
    .where(eq(exchanges.key, key));
  return row ?? null;
}

function problemOf(
  order: LockedOrder,
  { version, back, out, reason }: ExchangeInput,
): ExchangeProblem | null {
  if (order.status !== 'completed') return { kind: 'never-left' };
  if (order.paymentStatus === 'refunded') return { kind: 'nothing-left' };
  if (order.paymentStatus !== 'paid') return { kind: 'not-paid' };
  if (order.version !== version) return { kind: 'stale' };
  if (
    ![back.quantity, out.quantity].every((units) => Number.isSafeInteger(units) && units > 0 && units < 1000)
  )
    return { kind: 'quantity-invalid' };
  return reason === '' ? { kind: 'reason-missing' } : null;
}

type Line = MenuProduct & { quantity: number };

/** The ID of this act: the one of the same order and day, or the one shown now; null if nothing that goes out needs one. */
async function idOf(
  tx: Transaction,
  order: LockedOrder,
  {
    input,
    line,
    settings,
    now,
    staff,
  }: { input: ExchangeInput; line: Line; settings: Settings; now: Temporal.Instant; staff: SignedIn },
): Promise<Result<AcceptedId | null, ExchangeProblem>> {
  if (!line.requiresId && line.productType !== 'cannabis') return succeed(null);
  const today = storeDate(now, settings.store.zone);
  const [seen] = await tx
    .select()
    .from(idChecks)
    .where(
      and(
        eq(idChecks.orderId, order.id),
        eq(idChecks.outcome, 'accepted'),
        gte(idChecks.createdAt, asDate(startOfDay(today, settings.store.zone))),
      ),
    )
    .orderBy(desc(idChecks.createdAt))
    .limit(1);
  if (seen?.idKind) {
    const { idKind, issuer, expiresOn, checkedBy, checkedByName } = seen;
    const note = `Checked for ${order.orderId} on the same day`;
    return succeed({
      idKind,
      issuer: issuer ?? '',
      expiresOn,
      checkedBy,
      checkedByName,
      note,
      createdAt: asDate(now),
    });
  }
  if (order.isWalkIn) return refuse({ kind: 'walk-in' });
  if (!input.id) return refuse({ kind: 'id', problems: [{ kind: 'id-missing' }] });
  const checked = checkId(input.id, today, settings.compliance.minimumAge, order.userName);
  if (!checked.ok) return refuse({ kind: 'id', problems: checked.problem });
  const { kind: idKind, issuer, expiresOn } = checked.value;
  const by = { checkedBy: staff.userId, checkedByName: staff.name, createdAt: asDate(now) };
  return succeed({ idKind, issuer, expiresOn, note: checkNote(input.id), ...by });
}

/**
 * What the customer and the person whose ID was shown have after the return, with what goes out: more than one may take home
 * is refused.
 */
async function limitOf(
  tx: Transaction,
  accounts: readonly (string | null)[],
  line: Line,
  dayStart: Date,
  compliance: Settings['compliance'],
): Promise<ExchangeProblem | null> {
  const contents = checkContents([line]);
  if (!contents.ok) return { kind: 'over-limit', problem: contents.problem };
  for (const userId of accounts) {
    if (userId === null) continue;
    const { usage } = await purchasesCountingToday(tx, userId, dayStart);
    const within = checkUsage(usage, usageOf([line]), compliance);
    if (!within.ok) return { kind: 'over-limit', problem: within.problem };
  }
  return null;
}

type Sold = { id: string; number: string; cash: number };

/** Writes the order that goes out: packed, paid and handed over. */
async function sell(
  tx: Transaction,
  sale: {
    order: LockedOrder;
    line: Line;
    money: Quote;
    id: AcceptedId | null;
    staff: SignedIn;
    desk: PaymentDesk;
    now: Temporal.Instant;
    settings: Settings;
  },
): Promise<Result<Sold, ExchangeProblem>> {
  const { order, line, money, staff, desk, now, settings } = sale;
  const { zone } = settings.store;
  const { lots, quantity, name, ...product } = line;
  const { shares, missing } = takeFirstOut(lots, quantity, storeDate(now, zone).toString());
  if (missing > 0) return refuse({ kind: 'not-available', name, available: quantity - missing });
  const id = newId<string>();
  const { orderId } = await writeOrder(tx, {
    ...{ id, userId: order.userId, userEmail: order.userEmail, userName: order.userName },
    ...{ birthDate: order.birthDate, pickupStartsAt: null, pickupEndsAt: null, notes: NO_NOTES, held: null },
    ...{ quote: money, confirmedBy: staff.userId, isWalkIn: order.isWalkIn, isExchange: true },
    lines: [{ ...product, productName: name, shares }],
  });
  const written = await lockOrder(tx, orderId);
  if (!written) throw new Error('an order that was written is gone');
  if (sale.id) await writeIdCheck(tx, id, sale.id);
  await packLots(
    tx,
    (await reservationsOf(tx, id)).map((reservation) => reservation.id),
  );
  const paid = await writePaymentStatus(tx, written, 'paid', { now, by: staff, desk });
  if (!paid.ok) throw new Error(`a new order was not paid: ${paid.problem.kind}`);
  const cause = { actorId: staff.userId, now, zone };
  const done = await writeOrderStatus(tx, { ...written, paymentStatus: 'paid' }, 'completed', cause);
  if (!done.ok) throw new Error(`a new order was not completed: ${done.problem.kind}`);
  return succeed({ id, number: orderId, cash: written.total + paid.value.cashRounding });
}

/** The record of both halves, with their cash, receipt and audit entries. */
async function finish(
  tx: Transaction,
  done: {
    order: LockedOrder;
    plan: PlannedRefund;
    refundId: string;
    sold: Sold;
    /** The account that the limits of the ID count for. */
    picker: string | null;
    due: number;
    input: ExchangeInput;
    staff: SignedIn;
    now: Temporal.Instant;
  },
): Promise<void> {
  const { order, plan, refundId, sold, picker, due, input, staff, now } = done;
  const by = input.approver ?? staff;
  await tx.insert(handOvers).values({
    ...{ orderId: sold.id, key: input.key, owed: owedOf(due), createdAt: asDate(now) },
    cashReceived: due > 0 ? (input.cashReceived ?? 0) : 0,
    ...{ handedOverBy: staff.userId, handedOverByName: staff.name, pickerId: picker },
  });
  await tx.insert(exchanges).values({
    orderId: sold.id,
    originalId: order.id,
    refundId,
    key: input.key,
    due,
    createdAt: asDate(now),
  });
  const [after] = await tx.select({ version: orders.version }).from(orders).where(eq(orders.id, sold.id));
  await askForReceipt(tx, { id: sold.id, version: after?.version ?? 1 }, staff.userId);
  await printPaid(tx, sold.id);
  const lines = plan.made.lines.map(({ quantity, name }) => `${quantity} × ${name}`);
  for (const subjectId of [order.id, sold.id])
    await recordAudit(
      tx,
      { kind: 'user', userId: by.userId, name: by.name },
      {
        action: 'order.exchanged',
        subject: 'order',
        subjectId,
        before: { order: order.orderId, lines },
        after: { order: sold.number, dueInCents: due, ...(input.approver ? { askedBy: staff.name } : {}) },
        reason: input.reason,
      },
    );
}
