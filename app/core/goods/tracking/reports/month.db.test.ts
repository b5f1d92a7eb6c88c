/** A small month of reports beside a Metrc that refuses and loses answers; `month.long` plays a whole one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonthDone, monthAtMetrc } from '#tests/support/state-month.ts';

let done: MonthDone;
beforeAll(async () => {
  done = await monthAtMetrc({
    ...{ sales: 60, adjustments: 12, deliveries: 4, byHand: 3, kills: 2, databaseKills: 0, seed: 7 },
  });
}, 120_000);
afterAll(() => done?.stop());

test('each sale has one receipt with its units, amount and local time, and no other receipt exists', () => {
  expect(done.sales).toBeGreaterThan(50);
  expect(done.wrongReceipts).toEqual([]);
});

test('packages differ from their lots only where a person changed them', () => {
  expect(done.unexplained).toEqual([]);
});
