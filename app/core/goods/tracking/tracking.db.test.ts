/** Lots beside the packages of a stand-in for Metrc: both directions, nothing overwritten, and what failed stays one sentence. */
import { eq, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readDay } from '#core/goods/reconciliation/day-queries.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { stateFiles } from '#db/schema/reconciliation.ts';
import { lots } from '#db/schema/stock.ts';
import { stateComparisons } from '#db/schema/tracking.ts';
import { systemClock } from '#kernel/time.ts';
import type { Metrc } from '#seed/metrc/start-metrc.ts';
import { addPackage } from '#seed/metrc/state.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { connectToMetrc, LICENSE, LONG_AGO, newTag, ZONE } from '#tests/support/state-shop.ts';
import { compareNow } from './compare-now.server.ts';
import { readDifferences, readTracking } from './comparisons-queries.server.ts';
import { openTracking } from './open-tracking.server.ts';
import { compareAtNight, startComparison } from './start-comparison.server.ts';

const fresh = freshShop(afterAll);
const today = systemClock().toZonedDateTimeISO(ZONE).toPlainDate();
let ada: SignedIn;
let kim: SignedIn;
let metrc: Metrc;

beforeAll(async () => {
  ada = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  kim = await aPerson(fresh.db, { role: 'staff', name: 'Kim Reyes' });
});
beforeEach(async () => {
  await fresh.db.delete(stateComparisons);
  await fresh.db.execute(sql`update lots set package_tag = null`);
  metrc = await connectToMetrc();
  return () => metrc.stop();
});

async function aLot(onHand: number, tag: string | null = newTag()) {
  const productId = await aProduct(fresh.db, { onHand });
  const [lot] = await fresh.db
    .update(lots)
    .set({ packageTag: tag })
    .where(eq(lots.productId, productId))
    .returning({ lotId: lots.id });
  return { lotId: lot?.lotId ?? 0, tag: tag ?? '' };
}
const inMetrc = (label: string, quantity: number, more: object = {}) =>
  addPackage(metrc.state, { label, license: LICENSE, quantity, ...more }, LONG_AGO);

async function compare() {
  const started = await startComparison(ada);
  if (!started.ok) throw new Error(started.problem.kind);
  await compareNow(started.value.id);
  const found = await readTracking(ada);
  const differences = found?.good ? await readDifferences(found.good.id, 1, { size: 1000 }) : [];
  return { ...found, differences };
}
/** What differs of this lot or package: 'quantity 10 8'. */
const of = (differences: Awaited<ReturnType<typeof readDifferences>>, tag: string) =>
  differences
    .filter((each) => each.tag === tag)
    .map(({ kind, ours, theirs, detail }) => [kind, ours, theirs, detail].filter((each) => each).join(' '));

test('lots and packages are compared in both directions, and no lot is changed', async () => {
  const same = await aLot(10);
  const fewer = await aLot(10);
  const lost = await aLot(4);
  const bulk = await aLot(3);
  const untagged = await aLot(6, null);
  const untested = await aLot(5);
  const held = await aLot(5);
  const recalled = await aLot(5);
  const stranger = newTag();
  inMetrc(same.tag, 10);
  inMetrc(fewer.tag, 8);
  inMetrc(bulk.tag, 100.5, { unit: 'Grams' });
  inMetrc(untested.tag, 5, { testState: 'SubmittedForTesting' });
  inMetrc(held.tag, 5, { isOnHold: true });
  inMetrc(recalled.tag, 5, { isOnRecall: true });
  inMetrc(stranger, 12, { item: { name: 'Gummies' } });
  inMetrc(newTag(), 0);
  inMetrc(newTag(), 453.6, { unit: 'Grams' });
  const before = await fresh.db.select().from(lots).orderBy(lots.id);
  const { differences, good, last } = await compare();
  expect(last?.trouble).toBeNull();
  expect(of(differences, same.tag)).toEqual([]);
  expect(of(differences, fewer.tag)).toEqual(['quantity 10 8']);
  expect(of(differences, lost.tag)).toEqual(['not-at-state 4']);
  expect(of(differences, bulk.tag)).toEqual(['other-unit 3 Grams']);
  expect(of(differences, untested.tag)).toEqual(['not-passed 5 SubmittedForTesting']);
  expect(of(differences, held.tag)).toEqual(['on-hold 5']);
  expect(of(differences, recalled.tag)).toEqual(['on-recall 5']);
  expect(of(differences, stranger)).toEqual(['no-lot 12 Each']);
  expect(differences.find(({ lotId }) => lotId === untagged.lotId)).toMatchObject({
    kind: 'no-tag',
    ours: 6,
  });
  expect(good).toMatchObject({ packages: 9, uncompared: 1, matched: 6, startedByName: 'Ada Owner' });
  expect(await fresh.db.select().from(lots).orderBy(lots.id)).toEqual(before);
});

test('the packages take the place of an uploaded file in the three-way close of the day', async () => {
  const { lotId, tag } = await aLot(10);
  inMetrc(tag, 7);
  await compare();
  const day = await readDay(ada, today, ZONE);
  expect(day?.file).toMatchObject({ isRead: true, packages: 1, by: 'Ada Owner' });
  expect(day?.lots.find((lot) => lot.lotId === lotId)).toMatchObject({ ledger: 10, state: 7 });
});

test('at night they are those of the day that has ended, without a person', async () => {
  const { tag } = await aLot(10);
  inMetrc(tag, 10);
  const night = Temporal.ZonedDateTime.from(`2026-11-02T00:10:00[${ZONE}]`).toInstant();
  await compareAtNight(night);
  const found = await readTracking(kim);
  const [file] = await fresh.db
    .select()
    .from(stateFiles)
    .where(eq(stateFiles.id, found?.good?.fileId ?? ''));
  expect(file).toMatchObject({ day: '2026-11-01', uploadedBy: null, uploadedByName: '' });
  expect(found?.good).toMatchObject({ startedBy: null, packages: 1, trouble: null });
});

test('a try that fails says why, and what was found before stays', async () => {
  const { tag } = await aLot(10);
  inMetrc(tag, 8);
  await compare();
  metrc.faults.next.push({ kind: 'html' });
  const { last, good, differences } = await compare();
  expect(last?.trouble).toBe('The address answers, but not as Metrc does. Check the region and the address.');
  expect(good?.id).not.toBe(last?.id);
  expect(of(differences, tag)).toEqual(['quantity 10 8']);
});

test.each([
  ['html', 'not as Metrc does'],
  ['huge', 'not as Metrc does'],
  ['redirect', 'not as Metrc does'],
  ['wrong-types', 'not as Metrc does'],
] as const)('an answer of the kind %s is one sentence without a key', async (kind, words) => {
  metrc.faults.choose = () => kind;
  const { last } = await compare();
  expect(last?.trouble).toContain(words);
  expect(last?.trouble).not.toMatch(/hunter/);
  expect(metrc.calls.every(({ method }) => method === 'GET')).toBe(true);
});

test('of 45 packages none is missed, at the pace that was promised', async () => {
  const all = Array.from({ length: 45 }, () => newTag());
  for (const tag of all) inMetrc(tag, 1);
  const startedAt = performance.now();
  const { good } = await compare();
  expect(good).toMatchObject({ packages: 45, differences: expect.any(Number) });
  // Four calls, one more for what is on hold: five starts, 200 ms apart.
  expect(performance.now() - startedAt).toBeGreaterThan(500);
});

test('one comparison runs at a time, and one that was interrupted ends', async () => {
  const first = await startComparison(ada);
  expect(first).toMatchObject({ ok: true });
  expect(await startComparison(ada)).toEqual({ ok: false, problem: { kind: 'running' } });
  expect((await readTracking(kim))?.isRunning).toBe(true);
  await fresh.db.execute(sql`update state_comparisons set started_at = now() - interval '20 minutes'`);
  expect((await readTracking(kim))?.isRunning, 'the button works again').toBe(false);
  expect(await startComparison(ada)).toMatchObject({ ok: true });
  const rows = await fresh.db.select().from(stateComparisons).orderBy(stateComparisons.startedAt);
  expect(rows[0]?.trouble).toContain('Compare again');
});

test('a comparison that a job repeats stores nothing twice', async () => {
  const { tag } = await aLot(1);
  inMetrc(tag, 1);
  const { good } = await compare();
  const count = async () => (await fresh.db.select().from(stateFiles)).length;
  const before = await count();
  await compareNow(good?.id ?? '');
  expect(await count()).toBe(before);
});

test('staff see, admins act, customers do neither; without a connection no one compares', async () => {
  const jo = await aPerson(fresh.db, { role: 'user' });
  expect(await readTracking(jo)).toBeNull();
  expect(await startComparison(jo)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  expect(await startComparison(kim)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  openTracking(async () => null);
  expect(await startComparison(ada)).toEqual({ ok: false, problem: { kind: 'not-connected' } });
  await compareAtNight();
  expect(await readTracking(kim)).toEqual({ place: null, isRunning: false, last: null, good: null });
});
