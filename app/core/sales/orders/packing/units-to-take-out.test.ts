import { expect, test } from 'vitest';
import { rowToTakeOut } from './units-to-take-out.ts';

const row = (lotId: number, productId = 7) => ({ lotId, productId });
const lot = (lotId: number) => ({ lotId, batchNumber: 'K', status: 'recalled' as const, expiresOn: null });
const line = (packed: number) => ({
  ...{ reservationId: 'r', productId: 7, name: 'Kestrel', size: null, quantity: 2, missing: 0 },
  lots: [{ lotId: 9, batchNumber: 'L', expiresOn: null, shelfPlace: null, quantity: 2, packed }],
});

test('a code of a lot takes out the unit of that lot, and no other', () => {
  expect(rowToTakeOut([row(1), row(2)], { productId: 7, lot: lot(2) }, [line(2)])).toEqual(row(2));
  expect(rowToTakeOut([row(1)], { productId: 7, lot: lot(3) }, [])).toBeNull();
});

test('a code of the product alone counts only if none of its units stays in the bag and all are of one lot', () => {
  const code = { productId: 7, lot: null };
  expect(rowToTakeOut([row(1)], code, [])).toEqual(row(1));
  expect(rowToTakeOut([row(1)], code, [line(0)])).toEqual(row(1));
  expect(rowToTakeOut([row(1)], code, [line(1)])).toBeNull();
  expect(rowToTakeOut([row(1), row(2)], code, [])).toBeNull();
  expect(rowToTakeOut([row(1, 8)], code, [])).toBeNull();
});
