/** What the rules of the stand-in say to receipts, adjustments and packages. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { setHold, setTestState } from './by-hand.ts';
import { type Caller, commit, decide } from './draft.ts';
import { adjust, type adjustmentRow, finish, unfinish } from './package-rules.ts';
import {
  archiveReceipt,
  changeReceipt,
  enterReceipt,
  finalizeReceipt,
  type receiptRow,
  unfinalizeReceipt,
} from './receipt-rules.ts';
import type { MetrcPackage, MetrcState } from './records.ts';
import { addPackage, newMetrcState } from './state.ts';

const LICENSE = 'OCM-RETL-24-000001';
const FLOWER = '1A4FF0100000022000000001';
const GUMMIES = '1A4FF0100000022000000002';
const NOON = new Date('2026-11-28T17:00:00Z');

let state: MetrcState;
let caller: Caller;
beforeEach(() => {
  state = newMetrcState({ integratorKey: 'software', userKey: 'farm', license: LICENSE });
  caller = { state, license: LICENSE, user: 'Store Manager', now: NOON, zone: 'America/New_York' };
  addPackage(state, { label: FLOWER, license: LICENSE, quantity: 10, unit: 'Grams' }, NOON);
  addPackage(state, { label: GUMMIES, license: LICENSE, quantity: 5, codes: ['A1', 'A2', 'A3'] }, NOON);
});

type Receipt = z.infer<typeof receiptRow>;
type Sold = Receipt['Transactions'][number];

const gummies = (values: Partial<Sold> = {}): Sold => ({
  PackageLabel: GUMMIES,
  Quantity: 1,
  UnitOfMeasure: 'Each',
  TotalAmount: 20,
  ...values,
});
const flower = (values: Partial<Sold> = {}) =>
  gummies({ PackageLabel: FLOWER, UnitOfMeasure: 'Grams', Quantity: 3.5, ...values });
const receipt = (Transactions: Sold[], values: Partial<Receipt> = {}): Receipt => ({
  SalesDateTime: '2026-11-28T11:00:00.000',
  SalesCustomerType: 'Consumer',
  Transactions,
  ...values,
});

/** Sends rows to a rule as one call; the words of the refusals, or the numbers of what was taken. */
function send<T>(rows: T[], take: Parameters<typeof decide<T>>[2]): { ids: number[]; words: string[] } {
  const decision = decide(caller, rows, take);
  commit(caller, decision.draft);
  return { ids: decision.ids, words: decision.refusals.map(({ message }) => message) };
}
const sell = (...receipts: Receipt[]) => send(receipts, enterReceipt);
const quantity = (label: string) => state.packages[label]?.quantity;
const everything = () => structuredClone({ ...state, lastId: 0 });

describe('a receipt', () => {
  test('larger than its package is refused and changes nothing', () => {
    const before = everything();
    expect(sell(receipt([flower(), gummies({ Quantity: 6 })])).words).toEqual([
      `Quantity 6 exceeds the 5 Each of Package ${GUMMIES}.`,
    ]);
    expect(everything()).toEqual(before);
  });

  test('refused beside one that is taken leaves nothing of itself, where a call is not all or nothing', () => {
    const rows = [receipt([flower(), gummies({ Quantity: 6 })]), receipt([gummies()])];
    const decision = decide(caller, rows, enterReceipt, false);
    commit(caller, decision.draft);
    expect(decision.refusals).toEqual([{ row: 0, message: expect.any(String) }]);
    expect([quantity(FLOWER), quantity(GUMMIES)]).toEqual([10, 4]);
  });

  test('that empties its package together with the one before it in the call leaves it empty', () => {
    expect(sell(receipt([gummies({ Quantity: 3 })]), receipt([gummies({ Quantity: 2 })])).words).toEqual([]);
    expect(quantity(GUMMIES)).toBe(0);
    expect(sell(receipt([gummies()])).words).toHaveLength(1);
  });

  test('leaves no dust of binary fractions', () => {
    for (const _ of [1, 2, 3]) sell(receipt([flower({ Quantity: 0.1 })]));
    expect(quantity(FLOWER)).toBe(9.7);
  });

  test.each<[string, Partial<MetrcPackage>, string]>([
    ['not tested', { testState: 'NotSubmitted' }, 'is marked as NotSubmitted and cannot be transferred/sold'],
    ['failed', { testState: 'TestFailed' }, 'is marked as TestFailed'],
    ['a trade sample', { isTradeSample: true }, 'is a trade sample'],
    ['on hold', { isOnHold: true }, 'is on hold'],
    ['on recall', { isOnRecall: true }, 'is on recall'],
    ['under investigation', { isOnInvestigation: true }, 'is on investigation'],
    ['finished', { finishedDate: '2026-11-27' }, 'is finished'],
    ['on its way', { isInTransit: true }, 'is in transit'],
    ['of another license', { license: 'OTHER' }, 'was not found at this facility'],
  ])('of a package that is %s is refused', (_, values, words) => {
    Object.assign(state.packages[GUMMIES] ?? {}, values);
    expect(sell(receipt([gummies()])).words).toEqual([expect.stringContaining(words)]);
    expect(quantity(GUMMIES)).toBe(5);
  });

  test('of a package that passed its second test is taken', () => {
    setTestState(state, GUMMIES, 'RetestPassed', NOON);
    expect(sell(receipt([gummies()])).ids).toHaveLength(1);
  });

  test('in another unit than its package is refused', () => {
    expect(sell(receipt([flower({ UnitOfMeasure: 'Ounces' })])).words).toEqual([
      `Unit of Measure Ounces does not match Grams of Package ${FLOWER}.`,
    ]);
  });

  test.each([
    ['a minute to come', '2026-11-28T12:01:00.000', 'cannot be in the future'],
    ['an instant in UTC, whose digits are read as local time', '2026-11-28T16:59:00.000Z', 'in the future'],
    ['no time', 'yesterday', 'is not valid'],
    ['a day that does not exist', '2026-02-30T10:00:00', 'is not valid'],
  ])('of %s is refused', (_, SalesDateTime, words) => {
    expect(sell(receipt([gummies()], { SalesDateTime })).words).toEqual([expect.stringContaining(words)]);
  });

  test('in the hour that clocks show twice is taken from its first minute on', () => {
    caller = { ...caller, now: new Date('2026-11-01T05:31:00Z') };
    expect(sell(receipt([gummies()], { SalesDateTime: '2026-11-01T01:30:00.000' })).words).toEqual([]);
    expect(sell(receipt([gummies()], { SalesDateTime: '2026-11-01T01:32:00.000' })).words).toHaveLength(1);
  });

  test('from before its package was received is refused', () => {
    const received = {
      at: '2026-11-28T16:30:00Z',
      manifest: '1',
      fromLicense: 'FARM',
      fromName: 'Hill Farm',
    };
    Object.assign(state.packages[GUMMIES] ?? {}, { received });
    expect(sell(receipt([gummies()])).words).toEqual([
      `Sales Date Time is before Package ${GUMMIES} was received.`,
    ]);
    expect(sell(receipt([gummies()], { SalesDateTime: '2026-11-28T11:30:00.000' })).words).toEqual([]);
  });

  test('in the hour that clocks show twice may be of a package received in that hour', () => {
    const received = {
      at: '2026-11-01T06:10:00Z',
      manifest: '1',
      fromLicense: 'FARM',
      fromName: 'Hill Farm',
    };
    Object.assign(state.packages[GUMMIES] ?? {}, { received });
    expect(sell(receipt([gummies()], { SalesDateTime: '2026-11-01T01:30:00.000' })).words).toEqual([]);
    expect(sell(receipt([gummies()], { SalesDateTime: '2026-11-01T01:05:00.000' })).words).toHaveLength(1);
  });

  test('to a patient is refused', () => {
    expect(sell(receipt([gummies()], { SalesCustomerType: 'Patient' })).words).toHaveLength(1);
  });

  test('sent twice is taken twice: its number does not protect it', () => {
    const twice = receipt([gummies()], { ExternalReceiptNumber: 'ORD042' });
    expect([...sell(twice).ids, ...sell(twice).ids]).toHaveLength(2);
    expect(quantity(GUMMIES)).toBe(3);
  });
});

describe('Retail Item IDs', () => {
  test('are taken in any of their addresses, once', () => {
    const QrCodes = ['https://1a4.com/A1', 'id.1a4.com/A2'];
    expect(sell(receipt([gummies({ Quantity: 2, QrCodes })])).words).toEqual([]);
    expect(sell(receipt([gummies({ QrCodes: ['https://1a4.com/A2'] })])).words).toEqual([
      'QR Code A2 was already sold.',
    ]);
  });

  test.each([
    ['of another package', ['https://1a4.com/B1'], 1, 'does not belong'],
    ['more than units', ['A1', 'A2'], 1, 'More QR Codes than units'],
    ['twice in one sale', ['A1', 'https://1a4.com/A1'], 2, 'was already sold'],
  ])('%s are refused', (_, QrCodes, Quantity, words) => {
    expect(sell(receipt([gummies({ Quantity, QrCodes })])).words).toEqual([expect.stringContaining(words)]);
  });

  test('of an archived receipt may be sold again', () => {
    const { ids } = sell(receipt([gummies({ QrCodes: ['A1'] })]));
    send([{ Id: ids[0] ?? 0 }], archiveReceipt);
    expect(sell(receipt([gummies({ QrCodes: ['A1'] })])).words).toEqual([]);
  });
});

describe('a receipt that was taken', () => {
  let Id = 0;
  beforeEach(() => {
    Id = sell(receipt([gummies({ Quantity: 4 })])).ids[0] ?? 0;
  });

  test('can grow to what its package had before it', () => {
    expect(send([{ ...receipt([gummies({ Quantity: 5 })]), Id }], changeReceipt).words).toEqual([]);
    expect(quantity(GUMMIES)).toBe(0);
    expect(send([{ ...receipt([gummies({ Quantity: 6 })]), Id }], changeReceipt).words).toHaveLength(1);
    expect(state.receipts[Id]?.transactions[0]?.quantity).toBe(5);
  });

  test('can move to another package', () => {
    send([{ ...receipt([flower()]), Id }], changeReceipt);
    expect([quantity(GUMMIES), quantity(FLOWER)]).toEqual([5, 6.5]);
  });

  test('is archived once, and its units come back', () => {
    expect(send([{ Id }], archiveReceipt).words).toEqual([]);
    expect(quantity(GUMMIES)).toBe(5);
    expect(send([{ Id }], archiveReceipt).words).toEqual([`Receipt ${Id} is archived.`]);
    expect(quantity(GUMMIES)).toBe(5);
  });

  test('cannot change once it is final, until it is opened again', () => {
    send([{ Id }], finalizeReceipt);
    for (const take of [archiveReceipt, finalizeReceipt])
      expect(send([{ Id }], take).words).toEqual([`Receipt ${Id} is finalized.`]);
    expect(send([{ ...receipt([gummies()]), Id }], changeReceipt).words).toHaveLength(1);
    send([{ Id }], unfinalizeReceipt);
    expect(send([{ Id }], archiveReceipt).words).toEqual([]);
  });

  test('is not another license’s to change', () => {
    caller = { ...caller, license: 'OTHER' };
    for (const take of [archiveReceipt, finalizeReceipt, unfinalizeReceipt])
      expect(send([{ Id }], take).words).toEqual([`Receipt ${Id} was not found.`]);
  });
});

describe('an adjustment', () => {
  const row = (values: Partial<z.infer<typeof adjustmentRow>> = {}) => ({
    Label: GUMMIES,
    Quantity: -2,
    UnitOfMeasure: 'Each',
    AdjustmentReason: 'Spoilage',
    AdjustmentDate: '2026-11-28',
    ...values,
  });

  test('changes the quantity by its difference, and is listed', () => {
    send([row(), row({ Quantity: 1 })], adjust);
    expect(quantity(GUMMIES)).toBe(4);
    expect(state.adjustments.map((each) => each.quantity)).toEqual([-2, 1]);
  });

  test.each([
    ['more than the package has', { Quantity: -6 }, 'exceeds the 5 Each'],
    ['nothing', { Quantity: 0 }, 'must not be zero'],
    ['another unit', { UnitOfMeasure: 'Grams' }, 'does not match Each'],
    ['an unknown reason', { AdjustmentReason: 'Oops' }, 'is not valid'],
    ['no note where the reason requires one', { AdjustmentReason: 'Theft', ReasonNote: ' ' }, 'is required'],
    ['a day to come', { AdjustmentDate: '2026-11-29' }, 'in the future'],
  ])('with %s is refused and changes nothing', (_, values, words) => {
    const before = everything();
    expect(send([row({ Label: FLOWER, UnitOfMeasure: 'Grams' }), row(values)], adjust).words).toEqual([
      expect.stringContaining(words),
    ]);
    expect(everything()).toEqual(before);
  });

  test('of a package on hold is refused', () => {
    setHold(state, GUMMIES, { isOnHold: true }, NOON);
    expect(send([row()], adjust).words).toEqual([`Package ${GUMMIES} is on hold.`]);
  });

  test('knows nine reasons, some of which require a note', () => {
    expect(state.adjustReasons).toHaveLength(9);
    expect(send([row({ AdjustmentReason: 'Theft', ReasonNote: 'Shelf 3' })], adjust).words).toEqual([]);
  });
});

test('a package is finished only when it is empty, and opened again', () => {
  const row = { Label: GUMMIES, ActualDate: '2026-11-28' };
  expect(send([row], finish).words).toEqual([`Package ${GUMMIES} still has 5 Each and cannot be finished.`]);
  sell(receipt([gummies({ Quantity: 5 })]));
  expect(send([row], finish).words).toEqual([]);
  expect(send([row], finish).words).toHaveLength(1);
  expect(send([{ Label: GUMMIES }], unfinish).words).toEqual([]);
  expect(state.packages[GUMMIES]?.finishedDate).toBeNull();
});
