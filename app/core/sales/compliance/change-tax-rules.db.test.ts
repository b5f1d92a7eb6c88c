import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { parseDate } from '#kernel/time.ts';
import { readTaxScreen } from '#office/taxes/tax-rules-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { addTaxRule, applyNewYork, endTaxRule, removeTaxRule } from './change-tax-rules.server.ts';
import { shippedTaxRules } from './tax.ts';
import { invalidateTaxRules, readTaxRules } from './tax-queries.server.ts';

let fresh: FreshDatabase;
let admin: SignedIn;
const day = parseDate('2031-01-15');
if (!day) throw new Error('no day');
const today = day;
const texts = { name: 'Sales tax', taxClass: 'merchandise', rate: '8', from: '2031-02-01', last: '' };

beforeAll(async () => {
  fresh = await freshDatabase();
  admin = await aPerson(fresh.db, { role: 'admin' });
});
beforeEach(async () => {
  await fresh.db.delete(taxRules);
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
  const before = await readTaxScreen(admin, today, '2031-02-01');
  expect(before).toMatchObject({
    isEstimate: true,
    example: { total: '$168.00' },
    preset: { label: 'Feb 1, 2031', ending: ['Estimated Tax'], dropping: [], example: { total: '$167.00' } },
  });
  expect(await stored(), 'looking changes nothing').toEqual([]);
  expect(await applyNewYork(admin, '2031-02-01', today)).toMatchObject({ ok: true });
  const after = parseDate('2031-02-01');
  expect(after && (await readTaxScreen(admin, after, null))).toMatchObject({
    isEstimate: false,
    example: { total: '$167.00' },
    gap: null,
  });
  expect(await readTaxScreen(admin, today, null)).toMatchObject({ example: { total: '$168.00' } });
  // Applied again for an earlier day, it deletes rules that have not started, and leaves no day without tax in between.
  expect(await applyNewYork(admin, '2031-01-20', today)).toMatchObject({ ok: true });
  expect((await stored()).map(({ name, from, until }) => [name, from, until])).toEqual([
    ['Estimated Tax', '2024-01-01', '2031-01-20'],
    ['Local cannabis excise tax', '2031-01-20', null],
    ['NY State cannabis excise tax', '2031-01-20', null],
    ['Sales tax', '2031-01-20', null],
  ]);
  expect(await readTaxScreen(admin, today, null)).toMatchObject({ gap: null });
});

test('a rule that has started can only be ended, and one that has not started can be deleted', async () => {
  await addTaxRule(admin, texts, today);
  const estimate = await ruleNamed('Estimated Tax');
  const sales = await ruleNamed('Sales tax');
  expect(await removeTaxRule(admin, estimate.id, today)).toMatchObject({ problem: { kind: 'changed' } });
  expect(await endTaxRule(admin, estimate.id, '2031-01-14', today)).toMatchObject({
    problem: { errors: { last: [expect.any(String)] } },
  });
  expect(await endTaxRule(admin, sales.id, '2031-01-20', today)).toMatchObject({
    problem: { errors: { last: [expect.any(String)] } },
  });
  expect(await endTaxRule(admin, estimate.id, '2031-01-15', today)).toMatchObject({ ok: true });
  expect(await ruleNamed('Estimated Tax')).toEqual({ ...estimate, until: '2031-01-16' });
  expect(await removeTaxRule(admin, sales.id, today)).toMatchObject({ ok: true });
  expect(await removeTaxRule(admin, sales.id, today)).toMatchObject({ problem: { kind: 'not-found' } });
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
      await applyNewYork(actor, '2031-02-01', today),
      await endTaxRule(actor, 'shipped-estimate', '2031-02-01', today),
      await removeTaxRule(actor, 'shipped-estimate', today),
    ])
      expect(outcome).toEqual({ ok: false, problem: { kind } });
  }
  expect(await stored()).toEqual([]);
  expect(await readTaxScreen(staff, today, null)).toBeNull();
});

test('applying the preset twice at once adds one set of rules', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => applyNewYork(admin, '2031-01-15', today)));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await stored()).toHaveLength(4);
});

test.each(['', 'soon', '2031-02-30', '2031-01-14', '9999-12-31', "2031-02-01'; drop table tax_rules"])(
  'the preset is refused from %j',
  async (from) => {
    expect(await applyNewYork(admin, from, today)).toMatchObject({
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
