import { asc, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { orders } from '#db/schema/orders.ts';
import { basisPoints } from '#kernel/money.ts';
import { parseDate } from '#kernel/time.ts';
import { readTaxScreen } from '#office/taxes/tax-rules-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  addTaxRule,
  applyNewYork,
  correctTaxRule,
  endTaxRule,
  removeTaxRule,
} from './change-tax-rules.server.ts';
import { shippedTaxRules } from './tax.ts';
import { termsSeen } from './tax-change.ts';
import { invalidateTaxRules, readTaxRules } from './tax-queries.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
const day = parseDate('2031-01-15');
if (!day) throw new Error('no day');
const today = day;
const texts = { name: 'Sales tax', taxClass: 'merchandise', rate: '8', from: '2031-02-01', last: '' };

const inDelaware = (from: string) => ({ from, county: 'Delaware' });

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(async () => {
  await fresh.db.delete(taxRules);
  await fresh.db.delete(orders);
  invalidateTaxRules();
});
afterAll(() => fresh.stop());

const stored = () => fresh.db.select().from(taxRules).orderBy(asc(taxRules.from), asc(taxRules.name));
const ruleNamed = async (name: string) => {
  const rule = (await stored()).find((each) => each.name === name);
  if (!rule) throw new Error(`no rule ${name}`);
  return rule;
};

test('the first rule of a store saves the shipped estimate beside it, so that nothing goes untaxed', async () => {
  expect(await addTaxRule(admin, texts, today)).toEqual({ ok: true, value: null });
  expect(await readTaxRules()).toMatchObject([
    { name: 'Estimated Tax', taxClass: '*', rate: 1200, until: null },
    { name: 'Sales tax', taxClass: 'merchandise', rate: 800, from: '2031-02-01', until: null },
  ]);
  expect(await addTaxRule(admin, { ...texts, name: 'sales TAX' }, today)).toMatchObject({
    problem: { kind: 'invalid', errors: { name: [expect.stringContaining('End it first')] } },
  });
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.subjectId, 'tax'));
  expect(entry).toMatchObject({
    action: 'tax-rule.added',
    after: { name: 'Sales tax', on: 'Merchandise', rate: '8%', from: 'Feb 1, 2031', lastDay: 'no end' },
  });
});

test('New York’s preset replaces the estimate on its first day, and its example comes to $167.00', async () => {
  const before = await readTaxScreen(admin, today, { from: '2031-02-01', county: 'Delaware' });
  expect(before).toMatchObject({
    isEstimate: true,
    example: { total: '$168.00' },
    preset: { label: 'Feb 1, 2031', ending: ['Estimated Tax'], dropping: [], example: { total: '$167.00' } },
  });
  expect(await stored(), 'looking changes nothing').toEqual([]);
  expect(await applyNewYork(admin, inDelaware('2031-02-01'), today)).toMatchObject({ ok: true });
  const after = parseDate('2031-02-01');
  expect(after && (await readTaxScreen(admin, after, null))).toMatchObject({
    isEstimate: false,
    example: { total: '$167.00' },
    gap: null,
  });
  expect(await readTaxScreen(admin, today, null)).toMatchObject({ example: { total: '$168.00' } });
  // Applied again for an earlier day, it deletes rules that have not started, and leaves no day without tax in between.
  expect(await applyNewYork(admin, inDelaware('2031-01-20'), today)).toMatchObject({ ok: true });
  expect((await stored()).map(({ name, from, until }) => [name, from, until])).toEqual([
    ['Estimated Tax', '2024-01-01', '2031-01-20'],
    ['Local cannabis excise tax', '2031-01-20', null],
    ['NY State cannabis excise tax', '2031-01-20', null],
    ['Sales tax', '2031-01-20', null],
  ]);
  expect(await readTaxScreen(admin, today, null)).toMatchObject({ gap: null });
});

const aDay = (date: string) => {
  const parsed = parseDate(date);
  if (!parsed) throw new Error(`no day ${date}`);
  return parsed;
};
/** An order on file, placed at this instant. */
const anOrderAt = (at: string) =>
  fresh.db.insert(orders).values({
    userId: admin.userId,
    ...{ userEmail: 'a@example.com', userName: 'A', subtotal: 100, tax: 9, total: 109, taxParts: [] },
    orderType: 'merchandise_pickup',
    paymentStatus: 'pay_on_pickup',
    createdAt: new Date(at),
  });
const termsOf = (rule: typeof taxRules.$inferSelect) => termsSeen({ ...rule, rate: basisPoints(rule.rate) });

test('a started rule is corrected or deleted until the first order on its first day; then it can only be ended', async () => {
  await addTaxRule(admin, { ...texts, from: '2031-01-15' }, today);
  const wrong = await ruleNamed('Sales tax');
  const wanted = { name: 'Town sales tax', taxClass: 'clothing', rate: '8.375', seen: termsOf(wrong) };
  expect(await correctTaxRule(admin, wrong.id, wanted, today)).toEqual({ ok: true, value: null });
  const right = await ruleNamed('Town sales tax');
  expect(right).toMatchObject({ id: wrong.id, taxClass: 'clothing', rate: 837.5, from: '2031-01-15' });
  const [entry] = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'tax-rule.corrected'));
  expect(entry).toMatchObject({
    actorId: admin.userId,
    before: { name: 'Sales tax', on: 'Merchandise', rate: '8%' },
    after: { name: 'Town sales tax', on: 'Clothing', rate: '8.375%' },
  });
  // Another admin had the page open.
  expect(await correctTaxRule(admin, wrong.id, { ...wanted, rate: '3' }, today)).toMatchObject({
    problem: { kind: 'changed' },
  });
  expect(
    await correctTaxRule(admin, wrong.id, { ...wanted, rate: 'eight', seen: termsOf(right) }, today),
  ).toMatchObject({ problem: { kind: 'invalid', errors: { rate: [expect.any(String)] } } });

  // The last moment of the day before, and the first of the day, at the store.
  await anOrderAt('2031-01-15T04:59:59.999Z');
  expect(
    (await readTaxScreen(admin, today, null))?.rules.map(({ name, correctable }) => [name, !!correctable]),
  ).toEqual([
    ['Estimated Tax', false],
    ['Town sales tax', true],
  ]);
  await anOrderAt('2031-01-15T05:00:00Z');
  const refused = { problem: { kind: 'has-orders' } };
  const again = { ...wanted, rate: '8', seen: termsOf(right) };
  expect(await correctTaxRule(admin, right.id, again, today)).toMatchObject(refused);
  expect(await removeTaxRule(admin, right.id, today)).toMatchObject(refused);
  expect(await applyNewYork(admin, inDelaware('2031-01-15'), today)).toMatchObject({
    problem: { errors: { preset: [expect.stringContaining('orders were placed since')] } },
  });
  expect(await ruleNamed('Town sales tax')).toEqual(right);
  const screen = await readTaxScreen(admin, today, null);
  expect(screen?.rules.every(({ correctable }) => correctable === null)).toBe(true);

  expect(await endTaxRule(admin, right.id, '2031-01-14', today)).toMatchObject({
    problem: { errors: { last: [expect.any(String)] } },
  });
  expect(await endTaxRule(admin, right.id, '2031-01-15', today)).toMatchObject({ ok: true });
  const tomorrow = aDay('2031-01-16');
  for (const outcome of [
    await removeTaxRule(admin, right.id, tomorrow),
    await correctTaxRule(admin, right.id, again, tomorrow),
  ])
    expect(outcome, 'a rule that has ended').toMatchObject({ problem: { kind: 'changed' } });
});

test('a rule is deleted before any order, but the only rule is not: the estimate would come back', async () => {
  const [shipped] = shippedTaxRules;
  expect(await removeTaxRule(admin, shipped?.id ?? '', today)).toMatchObject({
    problem: { kind: 'only-rule' },
  });
  await addTaxRule(admin, texts, today);
  const sales = await ruleNamed('Sales tax');
  expect(await removeTaxRule(admin, sales.id, today)).toMatchObject({ ok: true });
  expect(await removeTaxRule(admin, sales.id, today)).toMatchObject({ problem: { kind: 'not-found' } });
  expect(await stored()).toMatchObject([{ name: 'Estimated Tax' }]);
});

test('New York applied again corrects the county, and its history shows both', async () => {
  await applyNewYork(admin, inDelaware('2031-01-15'), today);
  const orange = { from: '2031-01-15', county: 'Orange' };
  expect(await applyNewYork(admin, orange, today)).toMatchObject({ ok: true });
  expect(await ruleNamed('Sales tax')).toMatchObject({ rate: 812.5, from: '2031-01-15', until: null });
  expect(await stored()).toHaveLength(4);
  const entries = await fresh.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .orderBy(desc(auditLog.id))
    .limit(2);
  expect(entries).toMatchObject([
    { action: 'tax-rule.added', after: { name: 'Sales tax', rate: '8.125%' } },
    { action: 'tax-rule.taken-back', after: null },
  ]);
  expect(await applyNewYork(admin, { from: '2031-01-15', county: 'Wayne, PA' }, today)).toMatchObject({
    problem: { kind: 'invalid', errors: { county: ['Choose the county of the store.'] } },
  });
});

test('the shipped estimate can be ended by its shown id before it is stored', async () => {
  const [shipped] = shippedTaxRules;
  expect(await endTaxRule(admin, shipped?.id ?? '', '2031-01-31', today)).toMatchObject({ ok: true });
  expect(await ruleNamed('Estimated Tax')).toMatchObject({ until: '2031-02-01' });
});

test('only admins with a recent sign-in change tax rules', async () => {
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const stale = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 60 });
  for (const [actor, kind] of [
    [guest, 'not-allowed'],
    [staff, 'not-allowed'],
    [{ ...admin, isBanned: true }, 'not-allowed'],
    [stale, 'confirm-first'],
  ] as const) {
    for (const outcome of [
      await addTaxRule(actor, texts, today),
      await applyNewYork(actor, inDelaware('2031-02-01'), today),
      await endTaxRule(actor, 'shipped-estimate', '2031-02-01', today),
      await removeTaxRule(actor, 'shipped-estimate', today),
      await correctTaxRule(actor, 'shipped-estimate', texts, today),
    ])
      expect(outcome).toEqual({ ok: false, problem: { kind } });
  }
  expect(await stored()).toEqual([]);
  expect(await readTaxScreen(staff, today, null)).toBeNull();
});

test('applying the preset twice at once adds one set of rules', async () => {
  const before = await fresh.db.$count(auditLog, eq(auditLog.subjectId, 'tax'));
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => applyNewYork(admin, inDelaware('2031-01-15'), today)),
  );
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(await stored()).toHaveLength(4);
  expect(await fresh.db.$count(auditLog, eq(auditLog.subjectId, 'tax'))).toBe(before + 4);
});

test.each(['', 'soon', '2031-02-30', '2031-01-14', '9999-12-31', "2031-02-01'; drop table tax_rules"])(
  'the preset is refused from %j',
  async (from) => {
    expect(await applyNewYork(admin, inDelaware(from), today)).toMatchObject({
      problem: { kind: 'invalid', errors: { preset: [expect.any(String)] } },
    });
    for (const id of ['', 'x', "' or 1=1", crypto.randomUUID()])
      expect(await endTaxRule(admin, id, '2031-02-01', today)).toEqual({
        ok: false,
        problem: { kind: 'not-found' },
      });
    expect(await stored()).toEqual([]);
  },
);
