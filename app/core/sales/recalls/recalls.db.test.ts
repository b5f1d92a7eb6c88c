/** Recalls against a database: who had the lots, one message each, returned units that never go back on sale. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { purgeMail } from '#core/ground/mail/purge-mail.server.ts';
import { recordMailStatus } from '#core/ground/notifications/record-mail-status.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { deleteAccount } from '#core/records/account-data/delete-account.server.tsx';
import { holdForSignUp, readHoldTerms } from '#core/sales/checkout/hold-for-sign-up.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { changeReservationStatus } from '#core/sales/orders/reservations/change-reservation-status.server.ts';
import { inTransactionOr } from '#db/client.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries, notifications, userPreferences } from '#db/schema/notifications.ts';
import { recallPeople, recalls } from '#db/schema/recalls.ts';
import { lots, stockLedger } from '#db/schema/stock.ts';
import type { Result } from '#kernel/result.ts';
import { recallList } from '#office/recalls/recall-list.ts';
import { readRecalls } from '#office/recalls/recall-list-queries.server.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { openTestMail } from '#tests/support/mail.ts';
import { anOrder, bringTo, NOW, SLOT, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { SHOWN_ID } from '#tests/support/shown-id.ts';
import { answerRecall, openRecallNotice, readRecallNotice } from './answer-recall.server.ts';
import { endRecall } from './end-recall.server.ts';
import { exportRecall, exportRecallPdf } from './export-recall.server.ts';
import { noticeOf } from './notice-of.ts';
import type { RecallDraft } from './recall.ts';
import { recallToken } from './recall-link.server.ts';
import { readLotsOnSale } from './recall-lots-queries.server.ts';
import type { RecallPersonState } from './recall-people.ts';
import { readPeople, readProgress, readRecall, readRecallWork } from './recalls-queries.server.ts';
import { recordAnswer } from './record-answer.server.ts';
import { returnUnits } from './return-units.server.ts';
import { createRecall, deleteRecall, saveRecall } from './save-recall.server.ts';
import { showPhones } from './show-phones.server.ts';
import { startRecall } from './start-recall.server.ts';
import { tellNextBuyers } from './tell-recall.server.ts';
import { traceStateOf } from './trace.ts';
import { countTrace, readHolders, readSales, readSalesTo } from './trace-queries.server.ts';

const fresh = freshShop(afterAll);
const ZONE = 'America/New_York';
const FIRST = traceStateOf(new URLSearchParams()).state;
let admin: SignedIn;
let staff: SignedIn;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sol Counter' });
});

function value<T>(outcome: Result<T, unknown>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
}

/** A product with one lot. */
async function aLot(onHand = 20): Promise<{ productId: number; lotId: number }> {
  const productId = await aProduct(fresh.db, { onHand, limitMg: 1 });
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, productId));
  return { productId, lotId: lot?.id ?? 0 };
}

/** An order that was handed over and paid. */
async function bought(customer: SignedIn, lines: readonly (readonly [number, number])[]): Promise<string> {
  const orderId = await anOrder(customer, lines);
  await bringTo(admin, orderId, 'ready');
  const { version } = await storedOrder(fresh.db, orderId);
  value(await handOverOrder(admin, orderId, { version, ...SHOWN_ID, cashReceived: 1_000_000 }, NOW));
  return orderId;
}

async function refunded(orderId: string, goods: 'kept' | 'returned', units?: ReadonlyMap<string, number>) {
  const { version } = await storedOrder(fresh.db, orderId);
  value(await recordRefund(admin, orderId, { units: units ?? 'all', goods, reason: 'Stale', version }, NOW));
}

async function started(lotIds: readonly number[], wanted: Partial<RecallDraft> = {}): Promise<string> {
  const id = value(await createRecall(admin, aRecallOf(lotIds, wanted)));
  value(await startRecall(admin, id, { version: 1 }, NOW));
  return id;
}

const stored = async (id: string) => (await fresh.db.select().from(recalls).where(eq(recalls.id, id)))[0];
const peopleOf = (id: string) =>
  fresh.db.select().from(recallPeople).where(eq(recallPeople.recallId, id)).orderBy(recallPeople.number);

/** Does the worker's job until every message is sent. */
async function tellAll(id: string): Promise<void> {
  while (!(await stored(id))?.sentAt) await tellNextBuyers(id);
}

const mailsTo = (people: readonly SignedIn[]) =>
  fresh.db
    .select()
    .from(mailMessages)
    .where(
      and(
        inArray(
          mailMessages.recipient,
          people.map(({ email }) => email),
        ),
        sql`${mailMessages.html} like '%/recall/%'`,
      ),
    );

async function read(id: string) {
  const recall = await readRecall(admin, id);
  if (!recall) throw new Error('no recall');
  return recall;
}

describe('a trace of lots', () => {
  test('lists buyers, holders and remaining units, with phones masked', async () => {
    const { productId, lotId } = await aLot(20);
    const buyer = await aPerson(fresh.db, { name: 'Juniper Vale' });
    await fresh.db
      .update(customerProfiles)
      .set({ phone: '(607) 555-0142' })
      .where(eq(customerProfiles.userId, buyer.userId));
    const order = await bought(buyer, [[productId, 3]]);
    const holder = await aPerson(fresh.db);
    const open = await anOrder(holder, [[productId, 2]]);
    expect(await countTrace([lotId])).toEqual({
      received: 20,
      onHand: 17,
      sold: 3,
      returned: 0,
      heldUnits: 2,
      heldOrders: 1,
      buyers: 1,
      toNotify: 1,
      unreachable: 0,
    });
    expect((await readSales(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
      { orderNumber: order, customer: 'Juniper Vale', phone: '•••42', units: 3, returned: 0 },
    ]);
    expect((await readHolders(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
      { orderNumber: open, held: 2, moved: 0, missing: 0 },
    ]);
    expect((await readSales(buyer, [lotId], FIRST, ZONE)).rows).toEqual([]);
    expect((await readHolders(buyer, [lotId], FIRST, ZONE)).rows).toEqual([]);
  });

  test('still names the open orders after the lot left sale, until it is on sale again', async () => {
    const { productId, lotId } = await aLot(5);
    const open = await anOrder(await aPerson(fresh.db), [[productId, 2]]);
    value(await quarantineLot(staff, { lotId, reason: 'Call from the lab' }, NOW));
    expect((await readHolders(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
      { orderNumber: open, held: 0, moved: 2, missing: 2 },
    ]);
    expect(await countTrace([lotId])).toMatchObject({ heldUnits: 2, heldOrders: 1 });
    // Staff may release what any of them quarantined.
    const other = await aPerson(fresh.db, { role: 'staff' });
    value(await releaseLot(other, { lotId, reason: 'Undo' }, NOW));
    expect((await readHolders(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
      { orderNumber: open, held: 2, moved: 0, missing: 0 },
    ]);
  });
});

describe('a recall', () => {
  test('of two lots notifies each buyer once on every channel, whatever their preferences, and leaves the open order short', async () => {
    const first = await aLot();
    const second = await aLot();
    const both = await aPerson(fresh.db);
    await bought(both, [
      [first.productId, 1],
      [second.productId, 2],
    ]);
    await bought(both, [[first.productId, 1]]);
    const silent = await aPerson(fresh.db);
    await fresh.db.insert(userPreferences).values({
      userId: silent.userId,
      orderUpdates: false,
      accountUpdates: false,
      emailNotifications: false,
      choices: { recall: { bell: false, email: false } },
    });
    await bought(silent, [[second.productId, 1]]);
    const open = await anOrder(await aPerson(fresh.db), [[first.productId, 1]]);
    const id = await started([first.lotId, second.lotId]);
    expect(await peopleOf(id)).toMatchObject([
      { status: 'waiting', units: 4 },
      { status: 'waiting', units: 1 },
    ]);
    await tellAll(id);
    await tellNextBuyers(id);
    const mails = await mailsTo([both, silent]);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([both.email, silent.email].sort());
    const bells = await fresh.db
      .select()
      .from(notifications)
      .where(inArray(notifications.userId, [both.userId, silent.userId]));
    expect(bells.filter(({ path }) => path?.startsWith('/recall/'))).toHaveLength(2);
    expect((await readHolders(admin, [first.lotId], FIRST, ZONE)).rows).toMatchObject([
      { orderNumber: open, moved: 1, missing: 1 },
    ]);
    expect(await stored(id)).toMatchObject({
      status: 'active',
      startedByName: 'Ada Owner',
      counts: { sold: 5, buyers: 2, toNotify: 2, heldUnits: 1, heldOrders: 1 },
    });
    const statuses = await fresh.db
      .select({ status: lots.status })
      .from(lots)
      .where(inArray(lots.id, [first.lotId, second.lotId]));
    expect(statuses).toEqual([{ status: 'recalled' }, { status: 'recalled' }]);
  });

  test('continues where it stopped if the worker died between the message and its mark', async () => {
    const { productId, lotId } = await aLot();
    const people = [await aPerson(fresh.db), await aPerson(fresh.db), await aPerson(fresh.db)];
    for (const person of people) await bought(person, [[productId, 1]]);
    const id = await started([lotId]);
    await tellNextBuyers(id);
    // As if the process had died before the last two were marked; the messages are in the outbox.
    const [, ...later] = await peopleOf(id);
    await fresh.db
      .update(recallPeople)
      .set({ status: 'waiting', sentAt: null })
      .where(
        inArray(
          recallPeople.number,
          later.map(({ number }) => number),
        ),
      );
    await Promise.all([tellNextBuyers(id), tellNextBuyers(id)]);
    await tellAll(id);
    expect(await mailsTo(people)).toHaveLength(3);
    expect((await peopleOf(id)).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  test('started by two admins at once starts once, and the other gets a message', async () => {
    const { productId, lotId } = await aLot();
    const buyer = await aPerson(fresh.db);
    await bought(buyer, [[productId, 1]]);
    const other = await aPerson(fresh.db, { role: 'admin' });
    const id = value(await createRecall(admin, aRecallOf([lotId])));
    const outcomes = await Promise.all([
      startRecall(admin, id, { version: 1 }, NOW),
      startRecall(other, id, { version: 1 }, NOW),
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? 'started' : outcome.problem.kind)).sort()).toEqual([
      'not-draft',
      'started',
    ]);
    expect(await peopleOf(id)).toHaveLength(1);
    // Two recalls of one lot at once: one of them finds the other.
    const third = await aLot();
    const drafts = [
      value(await createRecall(admin, aRecallOf([third.lotId]))),
      value(await createRecall(other, aRecallOf([third.lotId]))),
    ];
    const both = await Promise.all(drafts.map((draft) => startRecall(admin, draft, { version: 1 }, NOW)));
    expect(both.map((outcome) => (outcome.ok ? 'started' : outcome.problem.kind)).sort()).toEqual([
      'in-recall',
      'started',
    ]);
  });

  test('of a lot without sales notifies no one', async () => {
    const { lotId } = await aLot(4);
    const id = await started([lotId]);
    await tellAll(id);
    expect(await peopleOf(id)).toEqual([]);
    expect(await stored(id)).toMatchObject({ counts: { received: 4, onHand: 4, sold: 0, buyers: 0 } });
    expect(value(await endRecall(admin, id, { note: 'Destroyed' }))).toBeNull();
  });

  test('does not notify buyers who returned everything, but does notify those who were refunded and kept the goods', async () => {
    const { productId, lotId } = await aLot();
    const [returned, kept] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    await refunded(await bought(returned, [[productId, 2]]), 'returned');
    await refunded(await bought(kept, [[productId, 1]]), 'kept');
    const id = await started([lotId]);
    await tellAll(id);
    expect((await mailsTo([returned, kept])).map(({ recipient }) => recipient)).toEqual([kept.email]);
    expect(await stored(id)).toMatchObject({ counts: { sold: 3, returned: 2, buyers: 2, toNotify: 1 } });
  });

  test('counts the sale of a deleted account without the person, before and after it starts', async () => {
    const { productId, lotId } = await aLot();
    const [before, after] = [await aPerson(fresh.db), await aPerson(fresh.db)];
    await bought(before, [[productId, 1]]);
    await bought(after, [[productId, 1]]);
    value(await deleteAccount(before));
    const id = await started([lotId]);
    expect(await stored(id)).toMatchObject({ counts: { buyers: 2, toNotify: 1, unreachable: 1 } });
    value(await deleteAccount(after));
    await tellAll(id);
    expect((await peopleOf(id)).map(({ status }) => status)).toEqual(['unreachable', 'unreachable']);
    expect(await mailsTo([before, after])).toEqual([]);
    const { rows } = await readPeople(await read(id), { filters: {}, sort: 'listed', position: null });
    expect(rows.map(({ customer, email, phone }) => [customer, email, phone])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect((await readSales(admin, [lotId], FIRST, ZONE)).rows).toMatchObject([
      { isDeleted: true },
      { isDeleted: true },
    ]);
  });

  test('can be changed and deleted only as a draft, and only by admins', async () => {
    const { lotId } = await aLot();
    const draft = aRecallOf([lotId]);
    for (const actor of [staff, await aPerson(fresh.db)])
      expect(await createRecall(actor, draft)).toMatchObject({ problem: { kind: 'not-allowed' } });
    expect(await createRecall(admin, aRecallOf([]))).toMatchObject({ problem: { kind: 'no-lots' } });
    const id = value(await createRecall(admin, draft));
    value(await saveRecall(admin, id, { version: 1, draft: { ...draft, reason: 'Lead' } }));
    expect(await saveRecall(admin, id, { version: 1, draft })).toMatchObject({ problem: { kind: 'stale' } });
    expect(await startRecall(admin, id, { version: 1 }, NOW)).toMatchObject({ problem: { kind: 'stale' } });
    expect(await startRecall(staff, id, { version: 2 }, NOW)).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    value(await startRecall(admin, id, { version: 2 }, NOW));
    expect(await deleteRecall(admin, id)).toMatchObject({ problem: { kind: 'not-draft' } });
    expect(await endRecall(admin, id, { note: ' ' })).toMatchObject({ problem: { kind: 'note-missing' } });
    const other = value(await createRecall(admin, draft));
    expect(await startRecall(admin, other, { version: 1 }, NOW)).toMatchObject({
      problem: { kind: 'in-recall' },
    });
    value(await deleteRecall(admin, other));
  });
});

describe('the answer of a buyer', () => {
  test('comes only by the signed link, can be changed, and ends with the recall', async () => {
    const { productId, lotId } = await aLot();
    const buyer = await aPerson(fresh.db);
    await bought(buyer, [[productId, 1]]);
    const id = await started([lotId]);
    await tellAll(id);
    const [person] = await peopleOf(id);
    const token = recallToken(person?.number ?? 0);
    expect((await mailsTo([buyer]))[0]?.text).toContain(`/recall/${token}`);
    expect(await readRecallNotice(token)).toMatchObject({ status: 'active', answer: null });
    const [number = '', signature = ''] = token.split('.');
    for (const forged of [
      number,
      `${number}.`,
      `${number}.${signature.slice(1)}A`,
      `zz.${signature}`,
      `${token}.x`,
      '',
    ]) {
      expect(await readRecallNotice(forged)).toBeNull();
      expect(await answerRecall(forged, 'used-up')).toBe(false);
    }
    expect(await peopleOf(id)).toMatchObject([{ openedAt: null, answer: null }]);
    await openRecallNotice(token);
    expect(await peopleOf(id)).toMatchObject([{ openedAt: expect.any(Date), answer: null }]);
    expect(await answerRecall(token, 'used-up')).toBe(true);
    expect(await answerRecall(token, 'brings-back')).toBe(true);
    expect(await readProgress(await read(id))).toMatchObject({
      people: 1,
      'no-email': 1,
      opened: 1,
      'brings-back': 1,
      'used-up': 0,
      call: 0,
    });
    value(await recordAnswer(staff, { recallId: id, number: person?.number ?? 0, answer: 'used-up' }));
    expect(await peopleOf(id)).toMatchObject([{ answer: 'used-up', answeredByName: 'Sol Counter' }]);
    value(await endRecall(admin, id, { note: 'All destroyed' }));
    expect(await answerRecall(token, 'brings-back')).toBe(false);
    expect(
      await recordAnswer(staff, { recallId: id, number: person?.number ?? 0, answer: 'brings-back' }),
    ).toMatchObject({ problem: { kind: 'not-active' } });
  });

  test('phone numbers are shown to staff on request, with an audit entry', async () => {
    const { productId, lotId } = await aLot();
    const buyer = await aPerson(fresh.db);
    await fresh.db
      .update(customerProfiles)
      .set({ phone: '(607) 555-0199' })
      .where(eq(customerProfiles.userId, buyer.userId));
    await bought(buyer, [[productId, 1]]);
    const id = await started([lotId]);
    const { rows } = await readPeople(await read(id), {
      filters: { state: 'waiting' },
      sort: 'listed',
      position: null,
    });
    expect(rows).toMatchObject([{ phone: '•••99' }]);
    const number = rows[0]?.number ?? 0;
    expect(await showPhones(staff, id, [number])).toEqual({
      ok: true,
      value: { [number]: '(607) 555-0199' },
    });
    expect(await showPhones(buyer, id, [number])).toMatchObject({ ok: false });
    const entries = await fresh.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'recall.phones-shown'), eq(auditLog.subjectId, id)));
    expect(entries).toMatchObject([{ after: { people: [buyer.userId] } }]);
  });
});

describe('returned units of a recall', () => {
  test('are set aside for good, at most those sold, and a refund does not count them again', async () => {
    const { productId, lotId } = await aLot(10);
    const buyer = await aPerson(fresh.db);
    const order = await bought(buyer, [[productId, 3]]);
    const id = await started([lotId]);
    await tellAll(id);
    const [sale] = await readSalesTo(staff, [lotId], buyer.userId, ZONE);
    const back = { recallId: id, reservationId: sale?.reservationId ?? '', lotId };
    value(await returnUnits(staff, { ...back, units: 2 }));
    expect(await returnUnits(staff, { ...back, units: 2 })).toEqual({
      ok: false,
      problem: { kind: 'too-many-units', left: 1 },
    });
    expect(await returnUnits(staff, { ...back, units: 0.5 })).toMatchObject({
      problem: { kind: 'units-invalid' },
    });
    expect(await returnUnits(await aPerson(fresh.db), { ...back, units: 1 })).toMatchObject({
      problem: { kind: 'not-allowed' },
    });
    const lot = async () => (await fresh.db.select().from(lots).where(eq(lots.id, lotId)))[0];
    expect(await lot()).toMatchObject({ onHand: 9, status: 'recalled' });
    // The money for all three: the third unit came back with it, and only that one is new.
    await refunded(order, 'returned');
    expect(await lot()).toMatchObject({ onHand: 10 });
    const rows = await fresh.db
      .select()
      .from(stockLedger)
      .where(and(eq(stockLedger.lotId, lotId), inArray(stockLedger.reason, ['return', 'waste'])));
    expect(rows.map(({ setAsideChange, onHandChange }) => [setAsideChange, onHandChange])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    expect(await returnUnits(staff, { ...back, units: 1 })).toMatchObject({
      problem: { kind: 'too-many-units', left: 0 },
    });
    expect(await readProgress(await read(id))).toMatchObject({ returned: 1, returnedUnits: 3, call: 0 });
    expect(await releaseLot(admin, { lotId, reason: 'No' }, NOW)).toMatchObject({
      problem: { kind: 'wrong-status' },
    });
  });
});

test('what became of each message is the same in counts, filters, the export and the notice', async () => {
  const { productId, lotId } = await aLot();
  const buyers = [];
  for (const name of ['Sent', 'Kept', 'Refused', 'Queued', 'Left']) {
    const buyer = await aPerson(fresh.db, { name });
    await bought(buyer, [[productId, 1]]);
    buyers.push(buyer);
  }
  const id = await started([lotId]);
  await tellAll(id);
  const [sent, kept, refusedOne, , left] = buyers;
  const mark = (buyer: SignedIn | undefined, change: Partial<typeof mailMessages.$inferInsert>) =>
    fresh.db
      .update(mailMessages)
      .set(change)
      .where(
        and(eq(mailMessages.accountId, buyer?.userId ?? ''), sql`${mailMessages.html} like '%/recall/%'`),
      );
  await mark(sent, { status: 'sent', sentAt: new Date('2026-11-05T20:07:00Z') });
  await mark(kept, { status: 'kept' });
  await mark(refusedOne, { status: 'failed' });
  if (left) value(await deleteAccount(left));
  const seen = async () => {
    const recall = await read(id);
    const progress = await readProgress(recall);
    const messageOf: Record<string, unknown> = {};
    for await (const row of value(await exportRecall(admin, recall, ZONE)))
      messageOf[String(row.full_name)] = row.message;
    const filtered = async (state: RecallPersonState) => {
      const { rows } = await readPeople(recall, { filters: { state }, sort: 'listed', position: null });
      return rows.map(({ customer }) => customer ?? 'None').sort();
    };
    const states = ['sent', 'waiting', 'no-email', 'unreachable'] as const;
    for (const state of states) expect(await filtered(state)).toHaveLength(progress[state]);
    const [{ store }, { today }] = await Promise.all([readSettings(), storeClock()]);
    const notice = noticeOf(recall, await countTrace([lotId]), progress, { store, zone: ZONE, today });
    const told = notice.split('\n').filter((line) => /^(Told|Message not|Could not)/.test(line));
    return { messageOf, told, people: await Promise.all(states.map(filtered)) };
  };
  const refused = 'sent by bell; email not sent';
  const never = {
    Sent: 'sent by bell, email',
    Kept: refused,
    Refused: refused,
    Queued: refused,
    'deleted account': 'not reached',
  };
  expect(await seen()).toEqual({
    messageOf: never,
    told: [
      'Told by email: 1 person, the last on Nov 5, 2026 3:07 PM.',
      'Told without an email: 2 people, in their account and, where available, by text message and push message.',
      'Could not be reached: 2 people.',
    ],
    people: [['Sent'], [], ['Kept', 'Queued'], ['None', 'Refused']],
  });
  await openTestMail({ smtpUrl: 'smtp://127.0.0.1:1' });
  expect(await seen()).toMatchObject({
    messageOf: { ...never, Queued: 'sent by bell; email waiting' },
    told: [
      'Told by email: 1 person, the last on Nov 5, 2026 3:07 PM.',
      expect.stringMatching(/^Told without an email: 1 person,/),
      'Message not sent yet: 1 person.',
      'Could not be reached: 2 people.',
    ],
    people: [['Sent'], ['Queued'], ['Kept'], ['None', 'Refused']],
  });
  await openTestMail();
  // What is known of a mail outlives it.
  await fresh.db.update(mailMessages).set({ createdAt: new Date('2020-01-01') });
  await recordMailStatus();
  await purgeMail();
  expect((await seen()).people).toEqual([['Sent'], [], ['Kept', 'Queued'], ['None', 'Refused']]);
});

test('a guest without a confirmed email is named as such, and not notified', async () => {
  const { productId, lotId } = await aLot(5);
  const terms = await readHoldTerms();
  const held = await inTransactionOr<Awaited<ReturnType<typeof holdForSignUp>>>(async (tx, abandon) => {
    const input = {
      signUpId: randomUUID(),
      birthDate: '1990-02-28',
      address: '10.9.0.1',
      expectedTotal: null,
      lines: [{ productId, quantity: 2 }],
      slotStartsAt: SLOT,
    };
    const outcome = await holdForSignUp(tx, terms, input, NOW);
    return outcome.ok ? outcome : abandon(outcome);
  });
  expect(held).toMatchObject({ ok: true });
  const id = await started([lotId]);
  expect((await readHolders(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
    { customer: null, customerId: null, orderNumber: null, held: 0, moved: 2, missing: 2 },
  ]);
  await tellAll(id);
  expect(await peopleOf(id)).toEqual([]);
});

test('a reservation that staff fulfilled without an order is traced, notified and returned, too', async () => {
  const { productId, lotId } = await aLot(5);
  const buyer = await aPerson(fresh.db, { name: 'Robin Reserve' });
  const { reservationId } = value(
    await reserveProduct(buyer, { productId, quantity: 2, key: randomUUID() }, NOW),
  );
  value(await changeReservationStatus(staff, { reservationId, status: 'fulfilled' }, NOW));
  expect((await readSales(staff, [lotId], FIRST, ZONE)).rows).toMatchObject([
    { orderNumber: null, customer: 'Robin Reserve', units: 2 },
  ]);
  const id = await started([lotId]);
  await tellAll(id);
  expect(await mailsTo([buyer])).toHaveLength(1);
  value(await returnUnits(staff, { recallId: id, reservationId, lotId, units: 1 }));
  expect(await returnUnits(staff, { recallId: id, reservationId, lotId, units: 2 })).toMatchObject({
    problem: { kind: 'too-many-units', left: 1 },
  });
  expect(await readProgress(await read(id))).toMatchObject({ returned: 1, returnedUnits: 1 });
});

describe('an exercise of a recall', () => {
  test('changes no lot, sends nothing, and stays on record with its time', async () => {
    const { productId, lotId } = await aLot();
    const buyer = await aPerson(fresh.db);
    await bought(buyer, [[productId, 2]]);
    await anOrder(await aPerson(fresh.db), [[productId, 1]]);
    const id = await started([lotId], { isExercise: true });
    await tellNextBuyers(id);
    expect(await mailsTo([buyer])).toEqual([]);
    expect(
      await fresh.db.select().from(deliveries).where(eq(deliveries.userId, buyer.userId)),
    ).not.toContainEqual(expect.objectContaining({ title: 'Please bring it back' }));
    expect(await stored(id)).toMatchObject({
      status: 'ended',
      eventId: null,
      counts: { sold: 2, toNotify: 1, heldUnits: 1 },
    });
    expect(await peopleOf(id)).toMatchObject([{ status: 'not-sent', units: 2 }]);
    expect((await fresh.db.select().from(lots).where(eq(lots.id, lotId)))[0]).toMatchObject({
      status: 'sellable',
    });
    expect(await startRecall(admin, id, { version: 1 }, NOW)).toMatchObject({
      problem: { kind: 'not-draft' },
    });
  });
});

test('the list of recalls shows batches and the number of answers', async () => {
  const { productId, lotId } = await aLot();
  await bought(await aPerson(fresh.db), [[productId, 1]]);
  const id = await started([lotId]);
  const state = recallList.parse(new URLSearchParams());
  const page = await readRecalls(staff, state, ZONE);
  expect(page?.rows.find((row) => row.id === id)).toMatchObject({
    batches: 'B-1',
    status: 'active',
    people: 1,
    answered: 0,
  });
  expect(await readRecalls(await aPerson(fresh.db), state, ZONE)).toBeNull();
});

test('the export lists every sale with message and answer, with an audit entry, and the PDF opens', async () => {
  const { productId, lotId } = await aLot();
  const buyer = await aPerson(fresh.db, { name: 'Juniper Vale' });
  const order = await bought(buyer, [[productId, 2]]);
  const id = await started([lotId]);
  await tellAll(id);
  const [person] = await peopleOf(id);
  await answerRecall(recallToken(person?.number ?? 0), 'brings-back');
  const recall = await read(id);
  const rows = [];
  for await (const row of value(await exportRecall(admin, recall, ZONE))) rows.push(row);
  expect(rows).toMatchObject([
    {
      full_name: 'Juniper Vale',
      order_id: order,
      batch_number: 'B-1',
      units: 2,
      returned: 0,
      message: 'sent by bell; email not sent',
      answer: 'Brings it back',
      answered_by: 'customer',
    },
  ]);
  expect(await exportRecall(staff, recall, ZONE)).toMatchObject({ problem: { kind: 'not-allowed' } });
  const [{ store }, { today }] = await Promise.all([readSettings(), storeClock()]);
  const pdf = value(await exportRecallPdf(admin, recall, { store, zone: ZONE, today }));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a draft shows which of its lots are still on sale, and an active recall is work until everyone has answered', async () => {
  const { productId, lotId } = await aLot();
  const customer = await aPerson(fresh.db);
  await bought(customer, [[productId, 2]]);
  const id = value(await createRecall(admin, aRecallOf([lotId])));
  expect((await readLotsOnSale(id)).map((lot) => lot.id)).toEqual([lotId]);
  const workOf = async () => (await readRecallWork(staff)).find((work) => work.id === id);
  expect(await workOf()).toBeUndefined();
  value(await startRecall(admin, id, { version: 1 }, NOW));
  expect(await readLotsOnSale(id)).toEqual([]);
  await tellAll(id);
  expect(await workOf()).toMatchObject({ people: 1, unanswered: 1 });
  expect(await readRecallWork(customer)).toEqual([]);
});
