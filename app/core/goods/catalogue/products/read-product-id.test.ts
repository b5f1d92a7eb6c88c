import { expect, test } from 'vitest';
import { readProductId } from './read-product-id.ts';

test.each([
  ['1', 1],
  ['42', 42],
  ['2147483647', 2_147_483_647],
])('%s is a product id', (text, id) => {
  expect(readProductId(text)).toBe(id);
});

test.each([
  undefined,
  '',
  '0',
  '01',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '1 ',
  '1\n',
  'x1',
  '1x',
  '2147483648',
  '9999999999',
  '10000000000',
])(
  '%j is not a product id: PostgreSQL would refuse it, or it would be another address of the same page',
  (text) => {
    expect(readProductId(text)).toBeNull();
  },
);
