/** Changing many at once: an empty field changes nothing, shares round to the cent. */
import { expect, test } from 'vitest';
import { readBulkChange } from './bulk-change.ts';

test('an empty field means unchanged, never 0', () => {
  expect(readBulkChange({ price: '', forSale: 'no', categoryId: '' })).toEqual({
    ok: true,
    change: { forSale: false },
  });
  expect(readBulkChange({ price: ' ', forSale: '', categoryId: '' })).toMatchObject({ ok: false });
  expect(readBulkChange({ price: '0', forSale: '', categoryId: '' })).toEqual({
    ok: true,
    change: { price: { to: 0 } },
  });
});

test.each([
  ['24.5', { to: 2450 }],
  ['$1,234.50', { to: 123_450 }],
  ['+10%', { by: 1000 }],
  ['-5 %', { by: -500 }],
  ['−2.5%', { by: -250 }],
])('‘%s’ is a price or a change', (price, read) => {
  expect(readBulkChange({ price })).toEqual({ ok: true, change: { price: read } });
});

test.each(['10%', '-100%', '1.234', 'free', '-3', '1e3'])('‘%s’ is refused', (price) => {
  expect(readBulkChange({ price })).toMatchObject({ ok: false, errors: { price: [expect.any(String)] } });
});
