import { expect, test } from 'vitest';
import { orderMeant } from './order-meant.ts';

test.each([
  ['ORD042', 'ORD042'],
  ['ord42', 'ORD042'],
  ['#42', 'ORD042'],
  ['7', 'ORD007'],
  [' ORD 1234567 ', 'ORD1234567'],
  ['0001234', 'ORD1234'],
])('%s means the order %s', (typed, number) => {
  expect(orderMeant(typed)).toEqual({ number });
});

test('a pass is read with and without dashes, and names and long numbers are not a pass', () => {
  expect(orderMeant('a1b2-c3d4-e5f6')).toEqual({ passCode: 'A1B2C3D4E5F6' });
  for (const typed of ['ana', '', 'ORD', '12345678901', '-1', '1e5', "1' or 1=1"])
    expect([typed, orderMeant(typed)]).toEqual([typed, null]);
});
