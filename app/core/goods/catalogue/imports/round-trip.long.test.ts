/** Like `round-trip.db.test.ts`, with more products. */
import { test } from 'vitest';
import { compareExports } from '#tests/support/inventory-round-trip.ts';

const RUNS = 400;

test('an export that is imported and exported again is the same file, and the import changes nothing', () =>
  compareExports(RUNS));
