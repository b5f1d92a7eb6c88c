import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { taxRules } from '#db/schema/compliance.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { shippedTaxRules } from './tax.ts';
import { invalidateTaxRules, readTaxRules } from './tax-queries.server.ts';

let opened: FreshDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
});
beforeEach(() => invalidateTaxRules());
afterAll(() => opened.stop());

test('a store without rules, as in production, estimates 12 % and never 0 %', async () => {
  expect(await readTaxRules()).toEqual(shippedTaxRules);
});

test('the estimate disappears once the owner adds a rule', async () => {
  await opened.db
    .insert(taxRules)
    .values({ taxClass: 'merchandise', name: 'Sales tax', rate: 800, from: '2026-01-01' });
  expect(await readTaxRules()).toMatchObject([{ taxClass: 'merchandise', name: 'Sales tax', rate: 800 }]);
});
