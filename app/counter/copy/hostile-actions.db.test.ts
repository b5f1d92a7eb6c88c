/** Tests that every field of every action that a tablet sends is checked: a wrong one is refused, and nothing is done. */
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { recordArrival } from '#core/sales/orders/hand-over/record-arrival.server.ts';
import { packUnit } from '#core/sales/orders/packing/pack-unit.server.ts';
import { startPacking } from '#core/sales/orders/packing/start-packing.server.ts';
import { orders } from '#db/schema/orders.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots, packedUnits, putBacks } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { awayTablet, sealedId } from '#tests/support/offline-tablet.ts';
import { anOrder, auditOf, bringTo, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { type ActionKind, actionKinds } from '../network/offline-action.ts';
import { runAction } from './run-action.server.ts';

const fresh = freshShop(afterAll);
let kim: SignedIn;
let lee: SignedIn;
let tablet: string;

beforeAll(async () => {
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
  lee = await aPerson(fresh.db, { role: 'staff', name: 'Lee Ford' });
  tablet = await awayTablet(fresh.db, kim);
  await fresh.db.insert(storeSettings).values({ name: 'counter', value: { offlineHandOver: true } });
  invalidateSettings();
});

type Made = { order: string; line: string; row: string; code: string };

/** An order with a unit that must leave its bag. */
async function anOrderWithAll(): Promise<Made> {
  const code = `B-${randomUUID().slice(0, 8)}`;
  const productId = await aProduct(fresh.db, { onHand: 9 });
  await fresh.db.update(lots).set({ batchNumber: code }).where(eq(lots.productId, productId));
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.productId, productId));
  const order = await anOrder(await aPerson(fresh.db), [[productId, 2]]);
  const createdAt = new Date(Date.now() - 86_400_000);
  await fresh.db.update(orders).set({ createdAt }).where(eq(orders.orderId, order));
  const stored = await storedOrder(fresh.db, order);
  return { order, code, line: stored.items[0]?.reservationId ?? '', row: String(lot?.id) };
}

async function aUnitOut({ order, row }: Made): Promise<string> {
  const { id: orderId } = await storedOrder(fresh.db, order);
  const [made] = await fresh.db
    .insert(putBacks)
    .values({ orderId, lotId: Number(row), units: 1 })
    .returning();
  return made?.id ?? '';
}

const packing = async ({ order }: Made) =>
  void (await startPacking(kim, { orderId: order, takeOver: false }));

/** For each action: what makes it possible, its fields, and wrong ones of them. 'foreign' is of another order. */
const kinds: Readonly<
  Record<
    ActionKind,
    {
      before?: (made: Made) => Promise<unknown>;
      fields?: (made: Made) => Promise<Record<string, string>>;
      required?: readonly string[];
      wrong?: Readonly<Record<string, readonly string[]>>;
    }
  >
> = {
  pack: {},
  ready: {
    before: async (made) => {
      await packing(made);
      const { order: orderId, line: reservationId } = made;
      await packUnit(kim, { orderId, key: randomUUID(), reservationId, all: true });
    },
  },
  here: {},
  'not-here': { before: ({ order }) => recordArrival(kim, order) },
  scan: {
    ...{ before: packing, required: ['code'] },
    fields: async ({ code }) => ({ code }),
    wrong: { code: ['', 'x'.repeat(500), 'no such code', '\u0000'] },
  },
  'pack-one': {
    ...{ before: packing, required: ['line'] },
    fields: async ({ line }) => ({ line }),
    wrong: { line: ['', 'x', '__proto__', randomUUID()] },
  },
  'pack-all': {
    ...{ before: packing, required: ['line'] },
    fields: async ({ line }) => ({ line }),
    wrong: { line: ['', 'x', '__proto__', randomUUID()] },
  },
  out: {
    required: ['row'],
    fields: async (made) => ({ row: await aUnitOut(made) }),
    wrong: { row: ['', 'x', randomUUID()], one: ['2', 'true', ''] },
  },
  refuse: {
    required: ['refusal'],
    fields: async () => ({ refusal: 'other', note: 'Left' }),
    wrong: { refusal: ['', 'x', 'toString'], note: ['x'.repeat(501)] },
  },
  'put-off': {
    before: ({ order }) => bringTo(kim, order, 'ready'),
    required: ['why'],
    fields: async () => ({ why: 'later' }),
    wrong: { why: ['', 'x', 'toString'] },
  },
  note: {
    required: ['note'],
    fields: async () => ({ note: 'Side door' }),
    wrong: { note: ['', '  ', 'x'.repeat(301), '\u0000'] },
  },
  'hand-over': {
    before: ({ order }) => bringTo(kim, order, 'ready'),
    required: ['idKind', 'idIssuer', 'sealedId', 'nameMatches', 'cashReceived', 'owed'],
    fields: async ({ order }) => ({
      ...{ idKind: 'driver_license', idIssuer: 'New York', sealedId: await sealedId(order) },
      ...{ nameMatches: '1', cashReceived: '200' },
      owed: String((await storedOrder(fresh.db, order)).total),
    }),
    wrong: {
      idKind: ['', 'library card', '__proto__'],
      idIssuer: ['', 'z', 'Canada', 'x'.repeat(61), '\u0000'],
      sealedId: ['', 'x', 'ab'.repeat(100), 'a'.repeat(2001)],
      nameMatches: ['', '2', 'toString'],
      cashReceived: ['', 'x', '-5', '1e9', '0.001', '1'],
      owed: ['', 'x', '-1', '1e99', '3'],
    },
  },
};

/** Of every action. */
const common: Readonly<Record<string, readonly string[]>> = {
  id: ['', 'x', '0'.repeat(400)],
  kind: ['', 'completed', '__proto__'],
  order: ['', 'ORD', 'ORD999999', `ORD${'9'.repeat(30)}`, 'ORD1; drop'],
  version: ['', 'x', '-1', '1e99', '1.5'],
  after: ['x', '0'],
  doneAt: ['', 'x', '-1', '1e99', '1.5', '8640000000000000'],
  sentAt: ['', 'x', '-1', '1e99', '1.5'],
  tablet: ['', 'x', randomUUID()],
  session: ['', 'x'],
  by: ['', 'x', randomUUID()],
};
const requiredOfAll = ['id', 'kind', 'order', 'version', 'doneAt', 'sentAt', 'tablet', 'session', 'by'];

async function stateOf(order: string) {
  const stored = await storedOrder(fresh.db, order);
  const { version, status, note, arrivalNumber, packerId, items } = stored;
  const lines = items.map(({ reservationId }) => reservationId ?? '');
  return {
    ...{ version, status, note, arrivalNumber, packerId, items },
    packed: await fresh.db.$count(packedUnits, inArray(packedUnits.reservationId, lines)),
    out: (await fresh.db.select().from(putBacks)).filter(({ doneAt }) => doneAt !== null),
    audit: (await auditOf(fresh.db, order)).filter(({ action }) => action !== 'order.hand-over-not-accepted'),
  };
}

describe.each(actionKinds)('%s', (kind) => {
  test('with a wrong, a missing or another’s value is refused and does nothing; without one it is done', async () => {
    const { before, fields, required = [], wrong = {} } = kinds[kind];
    const made = await anOrderWithAll();
    const other = await anOrderWithAll();
    await before?.(made);
    const good: Record<string, string> = {
      ...{ kind, order: made.order, version: String((await storedOrder(fresh.db, made.order)).version) },
      ...{ after: '', by: kim.userId, tablet, session: kim.sessionId },
      ...{ doneAt: String(Date.now() - 60_000), sentAt: String(Date.now()) },
      ...(await fields?.(made)),
    };
    const foreign: Record<string, string> = {
      ...{ line: other.line, row: await aUnitOut(other), code: other.code },
      ...{ session: lee.sessionId, by: lee.userId, sealedId: await sealedId(other.order) },
    };
    const attempts: Record<string, string | undefined>[] = [];
    for (const [name, values] of Object.entries({ ...common, ...wrong }))
      for (const value of values) attempts.push({ [name]: value });
    for (const name of [...requiredOfAll, ...required]) attempts.push({ [name]: undefined });
    for (const [name, value] of Object.entries(foreign)) if (name in good) attempts.push({ [name]: value });
    const state = await stateOf(made.order);
    for (const attempt of attempts) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ id: randomUUID(), ...good, ...attempt }))
        if (value !== undefined) form.set(name, value);
      const answer = await runAction(kim, form, 'farm.example');
      expect([attempt, answer?.outcome]).toEqual([attempt, attempt.by === lee.userId ? 'theirs' : 'refused']);
      expect([attempt, await stateOf(made.order)]).toEqual([attempt, state]);
    }
    const form = new FormData();
    for (const [name, value] of Object.entries({ id: randomUUID(), ...good })) form.set(name, value);
    expect(await runAction(kim, form, 'farm.example')).toEqual({ outcome: 'done' });
    expect(await stateOf(made.order)).not.toEqual(state);
  });
});
