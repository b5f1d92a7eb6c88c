import { describe, expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import { stateDifferenceKinds } from '#kernel/statuses.ts';
import { systemClock } from '#kernel/time.ts';
import { reconcile } from '../reconciliation/reconciliation.ts';
import { compareReceipts, compareWithState, stateCureOf, stateDifferenceWords } from './state-difference.ts';
import type { TrackedPackage } from './tracking.ts';

const tag = '1A4FF0100000022000000001';
const lot = (more: object = {}) => ({
  ...{ lotId: 1, productId: 2, product: 'Gummies', batchNumber: 'B-1', packageTag: tag, isTracked: true },
  ...{ ledger: 10, shelf: null, sheetId: null, isLive: true, ...more },
});
const inMetrc = (more: Partial<TrackedPackage> = {}): TrackedPackage => ({
  ...{ tag, item: 'Gummies', quantity: 10, unit: 'Each', testState: 'TestPassed', hasPassed: true },
  ...{ isOnHold: false, isOnRecall: false, isInvestigated: false, ...more },
});
const kinds = (lots: ReturnType<typeof lot>[], packages: TrackedPackage[]) =>
  compareWithState(reconcile(lots, packages), packages).differences.map(({ kind }) => kind);

test('every difference has words and something to do', () => {
  for (const kind of stateDifferenceKinds) {
    expect(stateDifferenceWords({ kind, ours: 3, theirs: 1, detail: 'NotSubmitted' })).toMatch(/\w/);
    expect(stateCureOf({ kind, lotId: 1, productId: 2 }).words).toMatch(/\w/);
  }
  expect(stateDifferenceWords({ kind: 'not-passed', ours: 1, theirs: null, detail: 'RetestFailed' })).toBe(
    'Test state in Metrc: retest failed',
  );
});

test('a package of several lots is compared with all of them, and its state is said of each', () => {
  const two = [lot({ ledger: 6 }), lot({ lotId: 3, ledger: 4, packageTag: tag.toLowerCase() })];
  expect(kinds(two, [inMetrc()])).toEqual([]);
  expect(kinds(two, [inMetrc({ quantity: 9 })])).toEqual(['quantity']);
  expect(kinds(two, [inMetrc({ isOnHold: true })])).toEqual(['on-hold', 'on-hold']);
});

test('what must not be sold comes first', () => {
  const differs = [inMetrc({ quantity: 3, isOnRecall: true, hasPassed: false })];
  expect(kinds([lot()], differs)).toEqual(['on-recall', 'not-passed', 'quantity']);
});

test('an empty lot, and what the state does not track, differ in nothing', () => {
  expect(kinds([lot({ ledger: 0 })], [inMetrc({ quantity: 0, hasPassed: false })])).toEqual([]);
  expect(kinds([lot({ isTracked: false, packageTag: null })], [])).toEqual([]);
});

test('what the state will hear of in a moment is no difference, also of lots with one tag', () => {
  const two = [lot({ ledger: 6 }), lot({ lotId: 3, ledger: 2 })];
  const differences = (unreported: [number, number][]) =>
    compareWithState(reconcile(two, [inMetrc()]), [inMetrc()], new Map(unreported)).differences;
  expect(differences([[3, -2]])).toEqual([]);
  expect(
    differences([
      [1, -1],
      [3, -1],
    ]),
  ).toEqual([]);
  expect(differences([[3, -1]])).toMatchObject([{ kind: 'quantity', ours: 8, theirs: 10 }]);
});

test('a count does not appear here: the three-way close has it', () => {
  expect(kinds([lot({ shelf: 8, sheetId: 1 })], [inMetrc()])).toEqual([]);
});

describe('receipts of a day', () => {
  const sale = (number: string, more: object = {}) => ({
    ...{ number, receiptId: `r${number}`, amount: cents(4000), isVoided: false, isDone: true },
    ...more,
  });
  const receipt = (number: string | null, more: object = {}) => ({
    ...{ id: `r${number}`, number, soldAt: systemClock(), total: cents(4000) },
    ...{ isFinal: false, isVoided: false },
    ...more,
  });
  const found = (...[sales, receipts]: Parameters<typeof compareReceipts>) =>
    compareReceipts(sales, receipts).map(({ kind, item, ours, theirs }) => [kind, item, ours, theirs]);

  test('that were reported and are there do not differ, voided ones neither', () => {
    expect(found([sale('ORD1'), sale('ORD2', { isVoided: true })], [receipt('ORD1')])).toEqual([]);
  });

  test('are missing, differ, or were entered by someone else', () => {
    const sales = [sale('ORD1'), sale('ORD2'), sale('ORD3')];
    const receipts = [
      receipt('ORD1', { isVoided: true }),
      receipt('ORD2', { total: cents(3500) }),
      receipt('ORD3'),
      receipt('ORD3', { id: 'again' }),
      receipt(null, { id: '77' }),
    ];
    expect(found(sales, receipts)).toEqual([
      ['receipt-missing', 'ORD1', 4000, null],
      ['receipt-differs', 'ORD2', 4000, 3500],
      ['receipt-unknown', 'ORD3', null, 4000],
      ['receipt-unknown', 'Receipt 77', null, 4000],
    ]);
  });

  test('that wait to be reported are not missing, and one that was voided here is not there again', () => {
    expect(found([sale('ORD1', { isDone: false })], [])).toEqual([]);
    expect(found([sale('ORD1', { isVoided: true })], [receipt('ORD1')])).toEqual([
      ['receipt-unknown', 'ORD1', null, 4000],
    ]);
  });
});
