import { describe, expect, test } from 'vitest';
import { type LedgerRow, planActs, type Subject } from './plan.ts';

const zone = 'America/New_York';
const NOON = new Date('2026-11-28T17:00:00Z');
const later = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
let ids = 0;
const row = (values: Partial<LedgerRow>): LedgerRow => ({
  ...{ id: ++ids, lotId: 1, tag: 'TAG1', reason: 'sale', units: -1, orderId: null, reservationId: null },
  ...{ note: '', at: NOON, wasteReason: null },
  ...values,
});
const order = (sales: Subject['sales'] = []): Subject => ({ number: 'ORD7', soldAt: NOON, sales });
const subjects = (subject = order()) => new Map([['o', subject]]);
const open = { zone, closedDays: new Set<string>() };
const sold = (values: Partial<LedgerRow> = {}) => row({ orderId: 'o', reservationId: 'r', ...values });
const cameBack = (values: Partial<LedgerRow> = {}) =>
  row({ orderId: 'o', reservationId: 'r', reason: 'return', units: 1, at: later(60), ...values });
const kinds = (acts: ReturnType<typeof planActs>) => acts.map(({ kind }) => kind);

describe('a hand-over', () => {
  test('is one sale of all its lots, at the time when the goods left', () => {
    const rows = [sold(), sold({ lotId: 2, tag: 'TAG2', reservationId: 'r2', units: -3 })];
    const acts = planActs(rows, subjects({ ...order(), soldAt: later(-90) }), open);
    expect(acts).toMatchObject([
      { kind: 'sale', receiptNumber: 'ORD7', tags: ['TAG1', 'TAG2'], happenedAt: later(-90) },
    ]);
    expect(acts[0]?.rows.map(({ ledgerId }) => ledgerId)).toEqual(rows.map(({ id }) => id));
  });

  test('of a reservation without an order has the number of the reservation', () => {
    const lone = new Map([['r', { number: 'RESABC', soldAt: null, sales: [] }]]);
    expect(planActs([row({ reservationId: 'r' })], lone, open)).toMatchObject([
      { kind: 'sale', receiptNumber: 'RESABC', orderId: null, reservationId: 'r', happenedAt: NOON },
    ]);
  });

  test('that did not happen voids its sale, and the next one has a number of its own', () => {
    const undone = { reason: 'adjustment', units: 1, at: later(5) } as const;
    const acts = planActs([sold(), sold({ ...undone }), sold({ at: later(9) })], subjects(), open);
    expect(kinds(acts)).toEqual(['sale', 'sale-voided', 'sale']);
    expect(acts[1]?.sale?.source).toBe(acts[0]?.source);
    expect(acts[2]?.receiptNumber).toBe('ORD7-2');
  });
});

describe('goods that come back', () => {
  test('all at once on the same day void the sale, and their waste is an adjustment after it', () => {
    const waste = row({
      ...{ orderId: 'o', reservationId: 'r', reason: 'waste', units: -1 },
      ...{ at: later(60), wasteReason: 'returned' },
    });
    const acts = planActs([sold(), cameBack(), waste], subjects(), open);
    expect(kinds(acts)).toEqual(['sale', 'sale-voided', 'adjustment']);
    expect(acts[2]).toMatchObject({ units: -1, reason: 'waste-returned' });
  });

  test.each([
    ['a part of them', [sold({ units: -2 }), cameBack({ units: 1 })]],
    ['on the next day', [sold(), cameBack({ at: later(12 * 60) })]],
    ['one part after the other', [sold({ units: -2 }), cameBack(), cameBack({ at: later(70), units: 1 })]],
    ['of another lot', [sold(), cameBack({ lotId: 2, tag: 'TAG2' })]],
  ])('%s are adjustments, and the sale stays', (_, rows) => {
    const acts = planActs(rows, subjects(), open);
    expect(kinds(acts)).toEqual(['sale', ...rows.slice(1).map(() => 'adjustment')]);
  });

  test('of a day that is closed are adjustments, because its receipts are final', () => {
    const closed = { zone, closedDays: new Set(['2026-11-28']) };
    expect(kinds(planActs([sold(), cameBack()], subjects(), closed))).toEqual(['sale', 'adjustment']);
  });

  test('void a sale that was planned before', () => {
    const sale = {
      ...{
        id: 4,
        source: 'ledger 1',
        number: 'ORD7',
        subject: 'o',
        happenedAt: NOON,
        lots: new Map([[1, 1]]),
      },
      ...{ isVoided: false, cameBack: false },
    };
    const acts = planActs([cameBack()], subjects(order([sale])), open);
    expect(acts).toMatchObject([{ kind: 'sale-voided', sale: { id: 4 } }]);
    expect(kinds(planActs([cameBack()], subjects(order([{ ...sale, isVoided: true }])), open))).toEqual([
      'adjustment',
    ]);
    expect(kinds(planActs([cameBack()], subjects(order([{ ...sale, cameBack: true }])), open))).toEqual([
      'adjustment',
    ]);
  });

  test('of a sale from before the shop reported are adjustments', () => {
    expect(kinds(planActs([cameBack()], subjects(order([])), open))).toEqual(['adjustment']);
  });
});

test('every other change of units is an adjustment with its reason', () => {
  const reasons = (['count', 'damaged', 'sample', 'theft', 'return', 'adjustment'] as const).map((reason) =>
    row({ reason, units: reason === 'return' ? 1 : -1 }),
  );
  const waste = row({ reason: 'waste', wasteReason: 'expired' });
  const acts = planActs([...reasons, waste, row({ reason: 'waste' })], new Map(), open);
  expect(acts.map(({ reason }) => reason)).toEqual([
    ...['count', 'damaged', 'sample', 'theft', 'return', 'correction', 'waste-expired', 'waste-other'],
  ]);
  expect(new Set(acts.map(({ source }) => source)).size).toBe(acts.length);
});

test('the day of a sale is the store’s: half an hour before midnight is another day than half an hour after', () => {
  const lateSale = new Date('2026-11-29T04:30:00Z');
  const subject = { ...order(), soldAt: lateSale };
  const same = [sold({ at: lateSale }), cameBack({ at: new Date('2026-11-29T04:59:00Z') })];
  expect(kinds(planActs(same, subjects(subject), open))).toEqual(['sale', 'sale-voided']);
  const next = [sold({ at: lateSale }), cameBack({ at: new Date('2026-11-29T05:01:00Z') })];
  expect(kinds(planActs(next, subjects({ ...subject, sales: [] }), open))).toEqual(['sale', 'adjustment']);
});
