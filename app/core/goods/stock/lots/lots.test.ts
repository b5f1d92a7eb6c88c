import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  batchesLabel,
  byExpiry,
  type FreeLot,
  judgePapers,
  type LotPapers,
  type LotProblem,
  lastDayFor,
  lotLabel,
  lotMessage,
  mayBeSold,
  ownBatchesLabel,
  papersLacking,
  readLotUnits,
  saleNeeds,
  takeFirstOut,
  takeOwnFirst,
  unitsGoodOn,
  waitsForSale,
  withGiven,
  without,
} from './lots.ts';

const aLot = (lotId: number, free: number, expiresOn: string | null = null): FreeLot => ({
  lotId,
  batchNumber: `B-${lotId}`,
  expiresOn,
  free,
});
const shelf = [aLot(1, 5), aLot(2, 3, '2026-11-28'), aLot(3, 2, '2026-11-24')];

test('lots that expire first go out first, and lots that never expire last', () => {
  expect(takeFirstOut(shelf, 7, '2026-11-20')).toEqual({
    shares: [
      { lotId: 3, quantity: 2 },
      { lotId: 2, quantity: 3 },
      { lotId: 1, quantity: 2 },
    ],
    missing: 0,
  });
});

test('a lot is handed out on its last day, but not the day after', () => {
  expect(takeFirstOut(shelf, 1, '2026-11-24').shares).toEqual([{ lotId: 3, quantity: 1 }]);
  expect(takeFirstOut(shelf, 1, '2026-11-25').shares).toEqual([{ lotId: 2, quantity: 1 }]);
});

test('units that no lot has on that day are missing', () => {
  expect(takeFirstOut(shelf, 9, '2026-11-25')).toMatchObject({ missing: 1 });
  expect(takeFirstOut([], 2, '2026-11-25')).toEqual({ shares: [], missing: 2 });
});

describe('an order with a bag', () => {
  const own = [
    { lotId: 1, quantity: 3, packed: 2 },
    { lotId: 2, quantity: 1 },
  ];

  test('holds the lot in its bag first, then the lot it held, then the lot that expires first', () => {
    expect(takeOwnFirst(shelf, own, 2, '2026-11-20').shares).toEqual([{ lotId: 1, quantity: 2, packed: 2 }]);
    expect(takeOwnFirst(shelf, own, 6, '2026-11-20')).toEqual({
      shares: [
        { lotId: 1, quantity: 3, packed: 2 },
        { lotId: 2, quantity: 1, packed: 0 },
        { lotId: 3, quantity: 2, packed: 0 },
      ],
      missing: 0,
    });
  });

  test('gets other units for those not good on its day', () => {
    const bag = [{ lotId: 3, quantity: 2, packed: 2 }];
    expect(takeOwnFirst(shelf, bag, 2, '2026-11-24').shares).toEqual([{ lotId: 3, quantity: 2, packed: 2 }]);
    expect(takeOwnFirst(shelf, bag, 2, '2026-11-25').shares).toEqual([{ lotId: 2, quantity: 2, packed: 0 }]);
  });

  test('gets as many units as an order without a bag', () => {
    for (const units of [1, 5, 10, 11])
      expect(takeOwnFirst(shelf, own, units, '2026-11-25').missing).toBe(
        takeFirstOut(shelf, units, '2026-11-25').missing,
      );
  });
});

describe('the last possible day', () => {
  test.each([
    [1, null],
    [5, null],
    [6, '2026-11-28'],
    [8, '2026-11-28'],
    [9, '2026-11-24'],
    [10, '2026-11-24'],
    [99, '2026-11-24'],
  ])('of %i units is %s', (quantity, day) => {
    expect(lastDayFor(shelf, quantity)).toBe(day);
  });

  test('is the last day on which all of them are available', () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
    const lots = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(null, ...days)), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 12 }), (found, quantity) => {
        const free = found.map(([units, day], index) => aLot(index + 1, units, day));
        fc.pre(unitsGoodOn(free, '2026-11-23') >= quantity);
        const last = lastDayFor(free, quantity);
        for (const day of [...days, '2099-01-01']) {
          expect(unitsGoodOn(free, day) >= quantity).toBe(last === null || day <= last);
        }
      }),
    );
  });
});

test('shares and remaining units of the lots add up to the earlier units', () => {
  const { shares } = takeFirstOut(shelf, 4, '2026-11-20');
  expect(without(shelf, shares)).toEqual([aLot(1, 5), aLot(2, 1, '2026-11-28')]);
});

const papers = {
  testStatus: 'TestPassed',
  labName: 'Hudson Labs',
  coaNumber: 'HL-9',
  totalThcBasisPoints: 2140,
  totalCbdBasisPoints: 0,
} as const;

test('cannabis is sold only with a passed test and what its certificate says, and merchandise without', () => {
  expect(mayBeSold('cannabis', papers)).toBe(true);
  expect(mayBeSold('cannabis', { ...papers, testStatus: 'RetestPassed' })).toBe(true);
  for (const testStatus of ['NotTested', 'TestFailed', null] as const)
    expect(papersLacking('cannabis', { ...papers, testStatus })).toEqual(['testStatus']);
  for (const paper of ['labName', 'coaNumber', 'totalThcBasisPoints', 'totalCbdBasisPoints'] as const)
    expect(papersLacking('cannabis', { ...papers, [paper]: null })).toEqual([paper]);
  expect(mayBeSold('apparel', {})).toBe(true);
});

test('a lot that is not on sale yet says what it lacks, and no other', () => {
  const lot = { ...papers, status: 'untested' as const, productType: 'cannabis' };
  expect(lotLabel({ ...lot, testStatus: null })).toBe('Waiting for its test');
  expect(lotLabel({ ...lot, testStatus: 'NotTested', labName: null })).toBe('Waiting for its test');
  expect(lotLabel({ ...lot, testStatus: 'TestFailed' })).toBe('Test failed');
  expect(lotLabel({ ...lot, labName: null, coaNumber: null })).toBe('Needs certificate');
  expect(lotLabel({ ...lot, totalCbdBasisPoints: null })).toBe('Needs total CBD');
  expect(lotLabel(lot)).toBe('Ready for sale');
  expect(lotLabel({ ...lot, status: 'quarantined', labName: null })).toBe('Quarantined');
});

test('papers typed for many lots fill what a lot has none of, and a new test result counts', () => {
  const lot = { ...papers, testStatus: null, labName: null, expiresOn: null };
  expect(
    withGiven(lot, { testStatus: 'RetestPassed', labName: 'Other', coaNumber: 'X', expiresOn: '2027-01-01' }),
  ).toEqual({
    ...papers,
    testStatus: 'RetestPassed',
    labName: 'Other',
    expiresOn: '2027-01-01',
  });
});

test('a lot on sale loses none of the papers it needs, and one from before may be edited', () => {
  const lot = { productType: 'cannabis', status: 'sellable' as const, held: 0, expiresOn: null, ...papers };
  const all: LotPapers = {
    ...papers,
    batchNumber: 'B-1',
    ...{ packageTag: null, retailItemId: null, terpenes: null, testPanels: null, grownIn: null },
    ...{ harvestedOn: null, curedOn: null, packagedOn: null, expiresOn: null, shelfPlace: null },
  };
  expect(judgePapers(lot, { ...all, coaNumber: null })).toEqual({
    kind: 'papers-on-sale',
    lacks: ['coaNumber'],
  });
  expect(judgePapers(lot, { ...all, testStatus: null })).toEqual({ kind: 'test-on-sale' });
  expect(
    judgePapers({ ...lot, coaNumber: null }, { ...all, coaNumber: null, terpenes: 'Myrcene' }),
  ).toBeNull();
});

test('a line names its batches', () => {
  expect(batchesLabel([])).toBeNull();
  expect(batchesLabel([{ number: 'B-1', quantity: 2 }])).toBe('Batch B-1');
  expect(
    batchesLabel([
      { number: 'B-1', quantity: 2 },
      { number: 'B-2', quantity: 1 },
    ]),
  ).toBe('Batches B-1 (2), B-2 (1)');
});

test('every refusal has a message', () => {
  const kinds = [
    'not-allowed',
    'not-found',
    'reason-missing',
    'quantity-invalid',
    'batch-missing',
    'batch-taken',
    'not-tested',
    'expired',
  ] as const;
  for (const kind of kinds) expect(lotMessage({ kind })).toMatch(/\.$/);
  expect(lotMessage({ kind: 'wrong-status', status: 'recalled' })).toContain('recalled');
});

test('lots are sorted by last day, then by age, with those that never expire last', () => {
  const inOrder = [
    aLot(4, 1, '2026-11-24'),
    aLot(9, 1, '2026-11-24'),
    aLot(2, 1, '2026-11-28'),
    aLot(1, 1),
    aLot(3, 1),
  ];
  const orders = [inOrder, inOrder.toReversed(), [2, 0, 4, 1, 3].map((at) => inOrder[at] as FreeLot)];
  for (const lots of orders) expect(lots.toSorted(byExpiry)).toEqual(inOrder);
});

test('a delivery has one to a million whole units', () => {
  expect([' 30 ', '1000000'].map(readLotUnits)).toEqual([30, 1_000_000]);
  for (const typed of ['', '0', '-5', '1.5', '1000001', '99999999999'])
    expect(readLotUnits(typed)).toBeNull();
});

test.each<[LotProblem, RegExp]>([
  [{ kind: 'not-allowed' }, /^Your account cannot do this\./],
  [{ kind: 'not-found' }, /not found/],
  [{ kind: 'reason-missing' }, /Enter a reason/],
  [{ kind: 'quantity-invalid' }, /whole number of units, from 1 to 1,000,000\.$/],
  [{ kind: 'batch-missing' }, /batch number\.$/],
  [{ kind: 'batch-taken' }, /already/],
  [{ kind: 'not-tested' }, /lab test/],
  [{ kind: 'papers-missing', lacks: ['labName', 'totalCbdBasisPoints'] }, /first: laboratory, total CBD\.$/],
  [{ kind: 'papers-on-sale', lacks: ['coaNumber'] }, /certificate number\.$/],
  [{ kind: 'expired' }, /last day/],
  [{ kind: 'wrong-status', status: 'sellable' }, /is on sale,/],
  [{ kind: 'wrong-status', status: 'untested' }, /is not on sale yet,/],
  [{ kind: 'wrong-status', status: 'quarantined' }, /is quarantined,/],
  [{ kind: 'wrong-status', status: 'recalled' }, /is recalled,/],
  [{ kind: 'wrong-status', status: 'expired' }, /is expired,/],
])('%j has its own message', (problem, words) => {
  expect(lotMessage(problem)).toMatch(words);
});

test('customers read no batch of goods that came without one', () => {
  const made = [{ number: '1', quantity: 2 }];
  expect(ownBatchesLabel(made, 'merchandise')).toBeNull();
  expect(ownBatchesLabel(made, 'cannabis')).toBe('Batch 1');
  expect(ownBatchesLabel([{ number: 'JAM-7', quantity: 2 }], 'merchandise')).toBe('Batch JAM-7');
  expect(ownBatchesLabel([...made, { number: 'JAM-7', quantity: 1 }], 'merchandise')).toBe(
    'Batches 1 (2), JAM-7 (1)',
  );
});

test('a product waits for sale only while every unit in its lots that could be sold is untested', () => {
  const none = { forSale: 0, held: 0, untested: 0, quarantined: 0, recalled: 0, expired: 0 };
  expect(waitsForSale({ ...none, untested: 11 })).toBe(true);
  expect(waitsForSale({ ...none, untested: 11, quarantined: 2 })).toBe(true);
  for (const units of [none, { ...none, quarantined: 3 }, { ...none, untested: 5, forSale: 1 }])
    expect(waitsForSale(units)).toBe(false);
  // Held units are still on sale to the people who hold them.
  expect(waitsForSale({ ...none, untested: 5, held: 2 })).toBe(false);
});

test('a lot that cannot go on sale names everything it lacks, its last day too', () => {
  const lot = {
    ...{
      productType: 'cannabis',
      testStatus: 'TestPassed' as const,
      labName: 'Hudson Labs',
      coaNumber: 'HL-9',
    },
    ...{ totalThcBasisPoints: 1900, totalCbdBasisPoints: 10, expiresOn: '2031-05-05' },
  };
  expect(saleNeeds(lot, '2031-05-05')).toBeNull();
  expect(saleNeeds(lot, '2031-05-06')).toBe('Its last day, May 5, 2031, has passed.');
  expect(saleNeeds({ ...lot, labName: null, totalCbdBasisPoints: null }, '2031-05-06')).toBe(
    'Needs laboratory, total CBD. Its last day, May 5, 2031, has passed.',
  );
  expect(saleNeeds({ ...lot, productType: 'merchandise', labName: null }, '2031-05-05')).toBeNull();
});
