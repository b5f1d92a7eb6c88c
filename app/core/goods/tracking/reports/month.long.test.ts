/**
 * A month of a farm's reports: 6,000 sales with refunds, counts, waste, recalls and deliveries, beside a Metrc that
 * refuses, loses answers, goes down and is changed by hand, while processes and the database are killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seen } from '#tests/support/seen.ts';
import { type MonthDone, monthAtMetrc } from '#tests/support/state-month.ts';

const SALES = Number(process.env.MONTH_SALES ?? 6000);
let done: MonthDone;

const wordsOf = ({ sales, figures, wrongReceipts, unexplained, tasks }: MonthDone) =>
  `${sales} sales, ${figures.adjustmentsAtMetrc} adjustments, ${figures.archived} voided receipts, ${figures.restarts} processes killed: ` +
  `${wrongReceipts.length} receipts missing, twice or wrong, ${unexplained.length} differences unexplained, ${tasks.length} tasks left`;

beforeAll(async () => {
  done = await monthAtMetrc({
    ...{ sales: SALES, adjustments: Math.ceil(SALES / 20), deliveries: 40, byHand: 20 },
    ...{ kills: 25, databaseKills: 5, seed: Number(process.env.MONTH_SEED ?? 1) },
  });
}, 3_600_000);
afterAll(() => done?.stop());

test('no receipt is missing, none is there twice, and each has its units, amount and local time', () => {
  seen('state-month', wordsOf(done), process.env.MONTH_SALES === undefined);
  expect(done.wrongReceipts).toEqual([]);
});

test('packages differ from their lots only where a person changed them', () => {
  expect(done.unexplained).toEqual([]);
});

test('what is still refused after a person tried again is about a package that a person changed', () => {
  for (const task of done.tasks) expect(task).toMatch(/exceeds|finished/);
});

test('nearly all were sold, processes were killed and receipts voided', () => {
  expect(done.sales, done.lost.join('\n')).toBeGreaterThan(0.95 * SALES);
  expect(done.figures.restarts).toBeGreaterThan(20);
  expect(done.figures.archived).toBeGreaterThan(0);
  expect(done.figures['sale-changed sent']).toBeGreaterThan(0);
  expect(done.figures['day-closed sent']).toBeGreaterThan(0);
});
