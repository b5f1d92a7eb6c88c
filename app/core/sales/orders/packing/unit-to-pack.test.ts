import { describe, expect, test } from 'vitest';
import type { LotStatus } from '#kernel/statuses.ts';
import {
  type BagLine,
  type BagLot,
  type Goods,
  isPacked,
  nextToPack,
  unitMessage,
  unitToPack,
} from './unit-to-pack.ts';

const lot = (lotId: number, wanted: Partial<BagLot> = {}): BagLot => ({
  lotId,
  batchNumber: `B-${lotId}`,
  expiresOn: null,
  shelfPlace: null,
  quantity: 1,
  packed: 0,
  ...wanted,
});
const line = (productId: number, lots: BagLot[], missing = 0): BagLine => ({
  reservationId: `line-${productId}`,
  productId,
  name: `Product ${productId}`,
  size: null,
  quantity: lots.reduce((sum, { quantity }) => sum + quantity, missing),
  missing,
  lots,
});
const goods = (
  productId: number,
  lotId: number | null,
  wanted: Partial<Goods> & { status?: LotStatus; expiresOn?: string } = {},
): Goods => ({
  productId,
  name: `Product ${productId}`,
  lot:
    lotId === null
      ? null
      : {
          lotId,
          batchNumber: `B-${lotId}`,
          status: wanted.status ?? 'sellable',
          expiresOn: wanted.expiresOn ?? null,
        },
  unit: wanted.unit ?? null,
  inBag: wanted.inBag ?? null,
});
const facts = {
  orderId: 'ORD001',
  day: '2026-06-06',
  free: [] as { lotId: number; batchNumber: string; expiresOn: null; free: number }[],
  isOtherLotMeant: false,
};
const free = (lotId: number) => [{ lotId, batchNumber: `B-${lotId}`, expiresOn: null, free: 1 }];

describe('a scan packs', () => {
  test('a unit of the lot that expires first, if the code names a product only', () => {
    const lines = [line(1, [lot(1, { expiresOn: '2026-09-01' }), lot(2, { expiresOn: '2026-08-01' })])];
    expect(unitToPack(lines, goods(1, null), facts)).toMatchObject({
      ok: true,
      value: { lot: { lotId: 2 }, from: null },
    });
  });

  test('a unit of any lot that the line holds, with its own code', () => {
    const lines = [line(1, [lot(1), lot(2)])];
    expect(unitToPack(lines, goods(1, 2, { unit: 'U' }), facts)).toMatchObject({
      value: { line: { productId: 1 }, lot: { lotId: 2 }, unit: 'U', from: null },
    });
  });

  test('a unit of another lot in place of the first to expire, only for a reason', () => {
    const lines = [line(1, [lot(1, { quantity: 2, packed: 1 })])];
    const other = { ...facts, free: free(2) };
    expect(unitToPack(lines, goods(1, 2), other)).toMatchObject({
      problem: { kind: 'other-lot', because: null },
    });
    expect(unitToPack(lines, goods(1, 2), { ...other, isOtherLotMeant: true })).toMatchObject({
      value: { lot: { lotId: 2 }, from: { lotId: 1 } },
    });
  });
});

describe('a scan is refused, in words', () => {
  const full = [line(1, [lot(1, { packed: 1 })])];
  const open = [line(1, [lot(1, { expiresOn: '2026-06-30' })])];
  const because = (title: string, text: string, lines: BagLine[], scanned: Goods, more = {}) => {
    const decided = unitToPack(lines, scanned, { ...facts, isOtherLotMeant: true, ...more });
    expect(decided.ok ? decided.value : unitMessage(decided.problem)).toEqual({ title, text });
  };

  test.each<[LotStatus, string, string]>([
    ['recalled', 'Recalled', 'is recalled'],
    ['quarantined', 'Quarantined', 'is quarantined'],
    ['expired', 'Expired', 'has expired'],
    ['untested', 'Not on sale', 'is not on sale yet'],
  ])('of a lot that is %s, also for another product', (status, title, words) => {
    for (const productId of [1, 2])
      because(
        title,
        `Batch B-1 of Product ${productId} ${words}. Do not pack it. Set it aside.`,
        open,
        goods(productId, 1, { status }),
      );
  });

  test('of a unit in a bag or sold', () => {
    const inBag = { orderId: 'ORD001', packedBy: 'Kim Reyes', isSold: false };
    because('Packed already', 'This unit of Product 1 is in this bag already.', open, goods(1, 1, { inBag }));
    because(
      'Packed already',
      'This unit of Product 1 is in the bag of ORD002, packed by Kim Reyes.',
      open,
      goods(1, 1, { inBag: { ...inBag, orderId: 'ORD002' } }),
    );
    because(
      'Sold already',
      'This unit of Product 1 was sold with ORD002. Set it aside and tell a manager.',
      open,
      goods(1, 1, { inBag: { ...inBag, orderId: 'ORD002', isSold: true } }),
    );
  });

  test('of another product, and of one unit too many', () => {
    because('Wrong product', 'Product 2 is not in this order. Put it back.', open, goods(2, 1));
    because(
      'Too many',
      'The one Product 1 of this order is packed. Put this one back.',
      full,
      goods(1, null),
    );
    because(
      'Too many',
      'All 2 of Product 1 are packed. Put this one back.',
      [line(1, [lot(1, { quantity: 2, packed: 2 })])],
      goods(1, 1),
    );
  });

  test('of units that no lot has', () => {
    because(
      'Units missing',
      'No batch on sale has the 1 missing of Product 1. Replace or reduce them.',
      [line(1, [lot(1, { packed: 1 })], 1)],
      goods(1, 1),
    );
  });

  test('of another lot that cannot take the place of the first, whatever the reason', () => {
    const take = 'This is batch B-2 of Product 1. Take batch B-1, last day Jun 30, 2026.';
    because(
      'Wrong batch',
      `${take} Batch B-2 expires before the pickup.`,
      open,
      goods(1, 2, { expiresOn: '2026-06-05' }),
      { free: free(2) },
    );
    because('Wrong batch', `${take} Batch B-2 has no free units.`, open, goods(1, 2));
    because('Wrong batch', take, open, goods(1, 2), { free: free(2), isOtherLotMeant: false });
  });
});

test('next is the first line with units to pack; a bag is full when none are left or missing', () => {
  const lines = [line(1, [lot(1, { packed: 1 })]), line(2, [lot(2, { packed: 1 }), lot(3)])];
  expect(nextToPack(lines)).toMatchObject({ line: { productId: 2 }, lot: { lotId: 3 } });
  expect(isPacked(lines)).toBe(false);
  expect(isPacked([line(1, [lot(1, { packed: 1 })])])).toBe(true);
  expect(isPacked([line(1, [lot(1, { packed: 1 })], 1)])).toBe(false);
});
