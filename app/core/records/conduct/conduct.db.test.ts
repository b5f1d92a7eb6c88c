/** Every kind of act is found in what its command writes to the audit log, with its amount, on its person's store day. */
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProduct } from '#core/goods/catalogue/products/save-product.server.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { moveToWaste } from '#core/goods/stock/waste/move-to-waste.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { closeDrawer, countDrawer } from '#core/sales/cash-desk/count-drawer.server.ts';
import { expectedOf } from '#core/sales/cash-desk/drawer.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { recordEntry } from '#core/sales/cash-desk/record-entry.server.ts';
import { correctCash } from '#core/sales/orders/cash-corrections/correct-cash.server.ts';
import { changeOrderStatus } from '#core/sales/orders/change-order-status.server.ts';
import { exchangeUnits } from '#core/sales/orders/exchange/exchange-units.server.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { payRefund } from '#core/sales/price-corrections/pay-refund.server.ts';
import { openWithoutSale } from '#core/sales/printing/open-without-sale.server.ts';
import { auditLog } from '#db/schema/audit.ts';
import { drawerCounts } from '#db/schema/cash-desk.ts';
import { events } from '#db/schema/events.ts';
import { orders } from '#db/schema/orders.ts';
import { printers } from '#db/schema/printing.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { asDate, storeDate, systemClock } from '#kernel/time.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aWitness } from '#tests/support/witness.ts';
import { correct, handOver, linesOf, wrongOf } from '#tests/support/wrong-prices.ts';
import { actKinds } from './conduct.ts';
import { readConduct } from './conduct-queries.server.ts';
import { tellWhatStoodOut } from './tell-what-stood-out.server.ts';

const ZONE = 'America/New_York';
const fresh = freshShop(afterAll);
let cleo: SignedIn;
let jar: number;

beforeAll(async () => {
  cleo = await aPerson(fresh.db, { role: 'admin', name: 'Cleo Ward' });
  jar = await aProduct(fresh.db, { onHand: 50, limitMg: 1 });
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  const printer = { name: 'Counter', maker: 'star', token: randomUUID(), opensDrawer: true } as const;
  await fresh.db.insert(printers).values(printer);
  invalidateSettings();
});

async function done<T extends { ok: boolean }>(outcome: Promise<T>): Promise<T> {
  const said = await outcome;
  if (!said.ok) throw new Error(JSON.stringify(said));
  return said;
}

async function sold(checkedOfflineAt: Date | null = null, units = 2): Promise<string> {
  const number = await anOrder(await aPerson(fresh.db), [[jar, units]]);
  await bringTo(cleo, number, 'ready');
  const { version, total } = await storedOrder(fresh.db, number);
  const id = { idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-01-01' } as const;
  await done(
    handOverOrder(cleo, number, {
      ...{ version, ...id, idBirthDate: '1995-06-15', nameMatches: true, cashReceived: total + 1_000 },
      ...(checkedOfflineAt ? { checkedOfflineAt } : {}),
    }),
  );
  return number;
}

const today = () => storeDate(systemClock(), ZONE);
const seen = async (day = today()) =>
  (await readConduct(cleo, day, ZONE))?.findings.map(({ kind, count, amount }) => [kind, count, amount]);

test('each command’s entry is an act of its kind, with what it moved', async () => {
  await done(openDrawer(cleo, { key: randomUUID(), amount: 20_000, pieces: null }));
  const drawer = (await openSession(fresh.db)) ?? expect.fail();
  const number = await sold();
  const { version, items, total } = await storedOrder(fresh.db, number);
  const given = { received: total + 1_000, change: 1_000 };
  await done(
    correctCash(cleo, number, {
      ...{ key: randomUUID(), received: total + 1_000, change: 1_700, reason: 'Gave more', seen: given },
    }),
  );
  await done(
    recordRefund(cleo, number, {
      ...{ units: new Map([[items[0]?.id ?? '', 1]]), goods: 'returned', reason: 'Broken', version },
    }),
  );
  const other = await sold(null, 1);
  const back = await storedOrder(fresh.db, other);
  await done(
    exchangeUnits(cleo, other, {
      ...{ key: randomUUID(), version: back.version, reason: 'Wrong jar', due: 0, cashReceived: 0, id: null },
      back: { itemId: back.items[0]?.id ?? '', quantity: 1 },
      out: { productId: await aProduct(fresh.db, { onHand: 5, limitMg: 1 }), quantity: 1 },
    }),
  );
  await sold(asDate(systemClock().subtract({ minutes: 1 })));
  const walkIn = await anOrder(await aPerson(fresh.db), [[jar, 1]]);
  await fresh.db.update(orders).set({ isWalkIn: true }).where(eq(orders.orderId, walkIn));
  await done(changeOrderStatus(cleo, { orderId: walkIn, to: 'cancelled', reason: 'Left', version: null }));
  const entry = {
    key: randomUUID(),
    sessionId: drawer.id,
    kind: 'pay-out',
    amount: 3_300,
    reason: 'Ice',
  } as const;
  await done(recordEntry(cleo, entry));
  await done(openWithoutSale(cleo, { key: randomUUID(), reason: 'Change' }));
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, jar));
  const onHand = lot?.onHand ?? 0;
  const lotId = lot?.id ?? 0;
  await done(countLot(cleo, { lotId, counted: onHand - 3, expected: onHand, reason: 'count', note: 'Seen' }));
  await done(
    moveToWaste(cleo, {
      ...{ key: randomUUID(), lotId, units: 2, weightMg: null, witness: await aWitness(fresh.db) },
      ...{ reason: 'damaged', note: '' },
    }),
  );
  await done(
    saveProduct(
      cleo,
      jar,
      { version: 1, values: { retailPrice: 9_900 }, accepted: '' },
      { base: {}, mine: {} },
    ),
  );
  const expected = expectedOf(await drawerCash(fresh.db, drawer));
  const short = { amount: expected - 2_100, pieces: null, next: null, after: undefined };
  await done(countDrawer(cleo, { key: randomUUID(), sessionId: drawer.id, ...short }));
  const [count] = await fresh.db.select().from(drawerCounts).orderBy(desc(drawerCounts.createdAt)).limit(1);
  const closing = { sessionId: drawer.id, countId: count?.id ?? '', next: null, note: 'Looked twice' };
  await done(closeDrawer(cleo, closing));

  const found = (await seen()) ?? [];
  expect(found.map(([kind]) => kind).toSorted()).toEqual([...actKinds].toSorted());
  expect(Object.fromEntries(found.map(([kind, count, amount]) => [kind, [count, amount]]))).toMatchObject({
    refund: [1, expect.any(Number)],
    exchange: [1, 0],
    correction: [1, 700],
    'pay-out': [1, 3_300],
    short: [1, 2_100],
    'no-sale': [1, 0],
    'stock-missing': [1, 3],
    waste: [1, 2],
    offline: [1, 0],
    'voided-walk-in': [1, 0],
  });
});

test('a refund that an admin decided does not count for the person who pays it', async () => {
  const lena = await aPerson(fresh.db, { role: 'staff', name: 'Lena Post' });
  const mug = await aMug(fresh.db, { onHand: 5, retailPrice: 9_000 });
  const number = await anOrder(await aPerson(fresh.db), [[mug, 2]]);
  await handOver(fresh.db, cleo, number);
  const { id } = await correct(fresh.db, cleo, wrongOf(mug, 2_000));
  const [line] = await linesOf(fresh.db, id);
  const { amount, tax } = line ?? expect.fail();
  await done(payRefund(lena, { lineId: line?.id ?? 0, cash: amount + tax }));
  const refunds = (await readConduct(cleo, today(), ZONE))?.findings.filter(
    ({ kind, personId }) => kind === 'refund' && personId === lena.userId,
  );
  expect(amount).toBe(14_000);
  expect(refunds).toEqual([]);
});

test('an act just before midnight is of that store day, and those of an import are of no one', async () => {
  const midnight = Temporal.PlainDate.from('2026-03-08').toZonedDateTime(ZONE).toInstant();
  const entryAt = (at: Temporal.Instant, more: object = {}) => ({
    ...{ action: 'drawer.opened-without-sale', subjectType: 'store', subjectId: 'drawer', after: {} },
    ...{ actorId: cleo.userId, actorName: cleo.name, createdAt: asDate(at), ...more },
  });
  await fresh.db
    .insert(auditLog)
    .values([
      entryAt(midnight.subtract({ seconds: 1 })),
      entryAt(midnight),
      entryAt(midnight.add({ hours: 22, minutes: 59 })),
      entryAt(midnight.add({ hours: 23 })),
      entryAt(midnight, { batchId: randomUUID() }),
    ]);
  // The clocks skip an hour on March 8.
  expect(await seen(Temporal.PlainDate.from('2026-03-07'))).toEqual([['no-sale', 1, 0]]);
  expect(await seen(Temporal.PlainDate.from('2026-03-08'))).toEqual([['no-sale', 2, 0]]);
});

test('admins hear once, in the morning after, by bell and email, and never about a usual day', async () => {
  const at = Temporal.PlainDateTime.from('2026-03-09T08:10').toZonedDateTime(ZONE).toInstant();
  expect(await tellWhatStoodOut(at)).toBe(0);
  const noon = Temporal.PlainDateTime.from('2026-03-08T12:00').toZonedDateTime(ZONE).toInstant();
  await fresh.db.insert(auditLog).values(
    [1, 2, 3].map((minutes) => ({
      ...{ action: 'drawer.opened-without-sale', subjectType: 'store', subjectId: 'drawer', after: {} },
      ...{ actorId: cleo.userId, actorName: cleo.name, createdAt: asDate(noon.add({ minutes })) },
    })),
  );
  expect(await tellWhatStoodOut(at)).toBe(1);
  expect(await tellWhatStoodOut(at)).toBe(0);
  const told = await fresh.db.select().from(events).where(eq(events.kind, 'stood-out'));
  expect(told.map(({ payload }) => payload)).toEqual([
    { kind: 'stood-out', userId: cleo.userId, day: '2026-03-08', people: 1 },
  ]);
});

test('staff who may not read the audit log get nothing', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  expect(await readConduct(staff, today(), ZONE)).toBeNull();
});
