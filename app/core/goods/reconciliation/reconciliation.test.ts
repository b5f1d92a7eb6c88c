import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  cureOf,
  type DayLot,
  type DayPackage,
  dayProblem,
  differenceWords,
  openIn,
  reconcile,
} from './reconciliation.ts';

const TAG = '1A4000000000000000000017';
const lot = (wanted: Partial<DayLot> = {}): DayLot => ({
  ...{
    lotId: 7,
    productId: 3,
    product: 'Kestrel Moon',
    batchNumber: 'B-1',
    packageTag: TAG,
    isTracked: true,
  },
  ...{ ledger: 10, shelf: null, sheetId: null, isLive: true },
  ...wanted,
});
const counted = (shelf: number): Partial<DayLot> => ({ shelf, sheetId: 4 });
const pack = (quantity: number | null, wanted: Partial<DayPackage> = {}): DayPackage => ({
  ...{ tag: TAG, item: 'Jar', unit: quantity === null ? 'Grams' : 'Each', quantity },
  ...wanted,
});
const said = (lots: DayLot[], packages: DayPackage[] | null) =>
  reconcile(lots, packages).lots.flatMap((each) =>
    each.differences.map((difference) => `${differenceWords(difference)}: ${cureOf(difference, each).words}`),
  );

test('shelf, ledger and state that agree have no difference', () => {
  expect(said([lot(counted(10))], [pack(10)])).toEqual([]);
});

test('without a file, only shelf and ledger are compared', () => {
  expect(said([lot(), lot({ lotId: 8, ...counted(9) })], null)).toEqual([
    '1 unit fewer on the shelf than in the ledger: Approve the count',
  ]);
});

test('two of three that agree are right; where nothing was counted, count first', () => {
  expect(said([lot(counted(10))], [pack(12)])).toEqual([
    'The state has 12 units, the ledger 10 units: Correct it with the state: the count and the ledger agree',
  ]);
  expect(said([lot(counted(12))], [pack(12)])).toEqual([
    '2 units more on the shelf than in the ledger: Approve the count',
    'The state has 12 units, the ledger 10 units: Adjust the ledger with a reason: the count and the state agree',
  ]);
  expect(said([lot()], [pack(12)])).toEqual(['The state has 12 units, the ledger 10 units: Count it first']);
  expect(said([lot(counted(11))], [pack(12)])[1]).toBe(
    'The state has 12 units, the ledger 10 units: Count it again: all three differ',
  );
});

test('each cure that is done here has its page; a correction at the state has none', () => {
  const cures = (shelf: Partial<DayLot>, state: number) =>
    reconcile([lot(shelf)], [pack(state)]).lots.flatMap((each) =>
      each.differences.map((difference) => cureOf(difference, each).to),
    );
  expect(cures(counted(12), 12)).toEqual(['/admin/counts/4?view=differs', '/admin/lots/7/units']);
  expect(cures(counted(10), 12)).toEqual([null]);
  expect(cures({}, 12)).toEqual(['/admin/counts']);
});

test('a lot without a tag, a package that the file lacks, and a package in grams are differences', () => {
  expect(said([lot({ packageTag: null })], [])).toEqual([
    'The lot has units and no package tag: Enter the package tag',
  ]);
  expect(said([lot()], [])).toEqual([
    '10 units in the ledger, and the package is not in the state’s file: Check the package tag, or correct it with the state',
  ]);
  expect(said([lot()], [pack(null)])).toEqual(['The state counts this package in Grams: Compare it by hand']);
});

test('an empty lot without a tag or package is no difference, and merchandise is not compared with the state', () => {
  expect(said([lot({ ledger: 0 }), lot({ ledger: 0, packageTag: null })], [])).toEqual([]);
  expect(said([lot({ isTracked: false, packageTag: null })], [])).toEqual([]);
});

test('a package of two lots is compared with both of them, once', () => {
  const two = [lot({ ledger: 4 }), lot({ lotId: 8, ledger: 6, packageTag: TAG.toLowerCase() })];
  expect(said(two, [pack(10)])).toEqual([]);
  expect(said(two, [pack(11)])).toEqual(['The state has 11 units, the ledger 10 units: Count it first']);
});

test('a package that no lot has is listed if it has units, and counted apart if they are grams', () => {
  const other = { tag: '1A4000000000000000000018' };
  const { onlyAtState, uncompared } = reconcile(
    [lot()],
    [
      pack(10),
      pack(3, other),
      pack(0, { tag: `${TAG.slice(0, 23)}0` }),
      pack(null, { tag: `${TAG.slice(0, 23)}1` }),
    ],
  );
  expect(onlyAtState).toMatchObject([{ ...other, quantity: 3 }]);
  expect(uncompared).toBe(1);
});

test('a lot that sold its last unit long ago is not in the day, unless the state still has units of it', () => {
  const gone = lot({ ledger: 0, isLive: false });
  expect(reconcile([gone], [pack(0)]).lots).toEqual([]);
  expect(said([gone], [pack(2)])).toEqual(['The state has 2 units, the ledger 0 units: Count it first']);
});

test('a day can be closed from its morning on', () => {
  const day = Temporal.PlainDate.from('2028-02-29');
  expect(dayProblem(day, day)).toBeNull();
  expect(dayProblem(day, day.add({ days: 400 }))).toBeNull();
  expect(dayProblem(day.add({ days: 1 }), day)).toEqual({ kind: 'future' });
});

test('what was not compared is open too: a day without counts and file does not look settled', () => {
  const open = (lots: DayLot[], packages: DayPackage[] | null) =>
    openIn(reconcile(lots, packages), packages !== null).map(({ lot: of, what }) => `${of}: ${what}`);
  expect(open([lot(), lot({ lotId: 8, packageTag: null, isTracked: false })], null)).toEqual([
    'The state’s file: No file for this day',
    '2 lots: Not counted on this day',
  ]);
  expect(open([lot(counted(10))], [pack(10)])).toEqual([]);
  expect(open([], null)).toEqual([]);
  expect(open([lot(counted(10))], [pack(12)])).toEqual([
    'Kestrel Moon, batch B-1: The state has 12 units, the ledger 10 units',
  ]);
});
