/**
 * Every place that shows sales shows the same: a plain sum over order lines, minus refunded lines on the day of the
 * refund.
 */
import { test } from 'vitest';
import { compareSalesSurfaces } from '#tests/support/sales-surfaces.ts';

/** Twelve orders; the long suite has ten times as many. */
const RUNS = 2;

test('cards, file, breakdowns, chart, margin, units and dashboard equal order lines minus refunds', () =>
  compareSalesSurfaces(RUNS));
