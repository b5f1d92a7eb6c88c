/**
 * Staff work while customers order, on two instances of one database: edits, bulk changes, imports, folds and settings
 * deadlock, refuse and delay no one. Six staff members each do one kind of work, and repeat it a second after it is
 * done.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureOfficeBesideSales } from '#tests/support/measure-office.ts';

/** Milliseconds that no one notices: where p95 alone is less than half of this, doubling it is noise. */
const NOISE_MS = 60;

/** Two changes of 2,000 products at once fill two cores, where customers wait for the processor, up to this. */
const LONGEST_MS = 1000;

test.each([400, 4000])(
  'the office changes two halves of %i products during checkouts on two instances',
  async (products) => {
    const folder = await mkdtemp(join(tmpdir(), 'farmgate-office-'));
    const found = await measureOfficeBesideSales({
      folder,
      products,
      seconds: 20,
      rounds: 3,
      restMs: 1000,
    });
    await rm(folder, { recursive: true, force: true });
    console.log(`${products} products\n${found.words}`);
    expect(found.deadlocks).toBe(0);
    expect([...found.alone.refused, ...found.beside.refused]).toEqual([]);
    expect(found.violations).toEqual([]);
    expect(Object.keys(found.work).toSorted()).toEqual([
      'bulk changes',
      'folds',
      'imports',
      'price edits',
      'settings',
      'undone bulk changes',
    ]);
    expect(found.beside.longest).toBeLessThan(LONGEST_MS);
    if (products === 400)
      expect(found.beside.p95).toBeLessThanOrEqual(Math.max(2 * found.alone.p95, NOISE_MS));
  },
);
