/** Staff work while customers order, on two instances of one database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureOfficeBesideSales } from '#tests/support/measure-office.ts';

test('edits, bulk changes, imports, folds and settings deadlock, refuse and delay no one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-office-'));
  const { alone, beside, work, deadlocks, violations, words } = await measureOfficeBesideSales({
    folder,
    products: 300,
    seconds: 3,
    rounds: 2,
    restMs: 100,
  });
  await rm(folder, { recursive: true, force: true });
  console.log(words);
  expect(deadlocks).toBe(0);
  expect([...alone.refused, ...beside.refused]).toEqual([]);
  expect(violations).toEqual([]);
  expect(Object.keys(work).toSorted()).toEqual([
    'bulk changes',
    'folds',
    'imports',
    'price edits',
    'settings',
    'undone bulk changes',
  ]);
  // Finds checkouts that hang. The long test, which has the machine to itself, checks that p95 at most doubles.
  expect(beside.p95).toBeLessThan(Math.max(3 * alone.p95, 500));
});
