/** Like `sales-surfaces.db.test.ts`, with more orders. */
import { test } from 'vitest';
import { compareSalesSurfaces } from '#tests/support/sales-surfaces.ts';

const RUNS = 20;

test('cards, file, breakdowns, chart, margin, units and dashboard equal order lines minus refunds', () =>
  compareSalesSurfaces(RUNS));
