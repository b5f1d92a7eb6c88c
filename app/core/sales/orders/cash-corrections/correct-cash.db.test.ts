/** Tests corrections of a hand-over's cash: the record follows, the drawer's expected cash too, and who may change it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Approver, SignedIn } from '#core/ground/access/actor.ts';
import { countDrawer } from '#core/sales/cash-desk/count-drawer.server.ts';
import { expectedOf } from '#core/sales/cash-desk/drawer.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { staffPins } from '#db/schema/identity.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { anOrder, auditOf, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { handOverOrder } from '../hand-over/hand-over-order.server.ts';
import { readReceipt } from '../receipts/receipt-queries.server.ts';
import { readCashGiven, readCorrectionsOfDrawer } from './cash-given-queries.server.ts';
import { type CorrectionInput, correctCash } from './correct-cash.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let staff: SignedIn;
let number: string;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  await fresh.db.insert(staffPins).values({ userId: admin.userId, hash: 'x' });
});
/** $50.40 due, $100.00 typed, so $49.60 shown as change. */
beforeEach(async () => {
  if (!(await openSession(fresh.db)))
    await openDrawer(staff, { key: randomUUID(), amount: 20_000, pieces: null }, NOW);
  number = await anOrder(await aPerson(fresh.db), [[await aProduct(fresh.db, { onHand: 5, limitMg: 1 }), 1]]);
  await bringTo(staff, number, 'ready');
  const { version } = await storedOrder(fresh.db, number);
  const id = {
    idKind: 'passport',
    idIssuer: 'Canada',
    idExpiresOn: '2030-01-01',
    idBirthDate: '1990-01-01',
  } as const;
  const done = await handOverOrder(
    staff,
    number,
    { version, ...id, nameMatches: true, cashReceived: 10_000 },
    NOW,
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
});

const SEEN = { received: 10_000, change: 4960 };
/** Each a second after the one before. */
let corrections = 0;
const correct = (more: Partial<CorrectionInput> = {}, actor = staff) =>
  correctCash(
    actor,
    number,
    { key: randomUUID(), received: 6000, change: 960, reason: 'Typed $100', seen: SEEN, ...more },
    NOW.add({ seconds: ++corrections }),
  );
const expected = async () => {
  const open = await openSession(fresh.db);
  return open ? expectedOf(await drawerCash(fresh.db, open)) : null;
};
const given = async () => readCashGiven(fresh.db, (await storedOrder(fresh.db, number)).id);

test('a slip of the finger is corrected by anyone, on the receipt too, and the drawer expects the same', async () => {
  const before = await expected();
  expect(await correct()).toEqual({ ok: true, value: { changed: true, effect: 0 } });
  expect(await given()).toMatchObject({ received: 6000, change: 960, corrections: [{ by: 'Sam Counter' }] });
  expect(await expected()).toBe(before);
  const found = await readReceipt(staff, number);
  expect(found?.receipt?.tendered).toEqual({ received: '$60.00', change: '$9.60' });
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({
    ...{ action: 'order.cash-corrected', who: 'Sam Counter', reason: 'Typed $100' },
    before: { cashReceived: 10_000, change: 4960 },
    after: { cashReceived: 6000, change: 960 },
  });
});

test('too much given back is for an admin or their yes, and the drawer expects that much less', async () => {
  const before = (await expected()) ?? 0;
  const tooMuch = { received: 6000, change: 4960, reason: 'Gave the shown change of $100' };
  expect(await correct(tooMuch)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  const approver = { userId: admin.userId, name: 'Ada Owner', pinHash: 'x' } as Approver;
  expect(await correct({ ...tooMuch, approver: { ...approver, pinHash: 'old' } as Approver })).toMatchObject({
    problem: { kind: 'not-allowed' },
  });
  expect(await expected()).toBe(before);
  expect(await correct({ ...tooMuch, approver })).toMatchObject({ ok: true, value: { effect: -4000 } });
  expect(await expected()).toBe(before - 4000);
  expect((await auditOf(fresh.db, number)).at(-1)).toMatchObject({ who: 'Ada Owner' });
  // And back again: the second correction starts from the first.
  const seen = { received: 6000, change: 4960 };
  expect(await correct({ seen, received: 6000, change: 960 }, admin)).toMatchObject({
    value: { effect: 4000 },
  });
  expect(await expected()).toBe(before);
  expect(await checkInvariants(fresh.db)).toEqual([]);
});

test('the same form twice at once corrects once; two people’s corrections do not overwrite each other', async () => {
  const key = randomUUID();
  const both = await Promise.all([correct({ key }), correct({ key })]);
  expect(both.map((done) => done.ok && done.value.changed).sort()).toEqual([false, true]);
  expect(await correct({ received: 7000, change: 1960 })).toEqual({ ok: false, problem: { kind: 'stale' } });
  expect((await given())?.corrections).toHaveLength(1);
});

test('nothing is corrected without a reason, with an amount that is none, or to what it is', async () => {
  const refused = async (more: Partial<CorrectionInput>) => {
    const done = await correct(more);
    return done.ok ? '' : done.problem.kind;
  };
  expect(await refused({ reason: '' })).toBe('reason-missing');
  expect(await refused({ received: null })).toBe('amount-invalid');
  expect(await refused({ change: -1 })).toBe('change-invalid');
  expect(await refused(SEEN)).toBe('nothing-new');
  expect((await given())?.corrections).toEqual([]);
});

test('the count lists it; once the drawer is closed only what leaves its cash alone is corrected', async () => {
  await correct({ received: 6000, change: 1060, reason: 'A dollar too much' }, admin);
  const open = await openSession(fresh.db);
  expect(await readCorrectionsOfDrawer(open?.id ?? '')).toContainEqual(
    expect.objectContaining({ number, received: 6000, change: 1060, reason: 'A dollar too much' }),
  );
  const count = { key: randomUUID(), sessionId: open?.id ?? '', pieces: null, next: null };
  expect(await countDrawer(staff, { ...count, amount: (await expected()) ?? 0 }, NOW)).toMatchObject({
    value: { kind: 'closed', variance: 0 },
  });
  const seen = { received: 6000, change: 1060 };
  expect(await correct({ seen, received: 6000, change: 960 }, admin)).toEqual({
    ok: false,
    problem: { kind: 'already-closed' },
  });
  expect(await correct({ seen, received: 10_000, change: 5060 })).toMatchObject({ ok: true });
  expect(await checkInvariants(fresh.db)).toEqual([]);
});
