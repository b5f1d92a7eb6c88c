/**
 * A property: what the inventory exports, imported and exported again, is the same file, byte for byte, and the import
 * changes nothing, whatever the products are called and wherever their units are.
 */
import { test } from 'vitest';
import { compareExports } from '#tests/support/inventory-round-trip.ts';

/** The long suite runs 400. */
const RUNS = 13;

test('an export that is imported and exported again is the same file, and the import changes nothing', () =>
  compareExports(RUNS));
