/** Every sixth field and query; the long test sends all of them. */
import { afterAll, beforeAll, test } from 'vitest';
import { openNumbersShop, sendLargeNumbers, stopNumbersShop } from '#tests/support/large-numbers.ts';

const NTH = 6;

beforeAll(openNumbersShop);
afterAll(stopNumbersShop);

test.each(['guest', 'customer', 'admin'] as const)(
  'no field and no query turns a large number into a server error, as %s',
  (who) => sendLargeNumbers(who, NTH),
);
