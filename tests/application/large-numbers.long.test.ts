/** Like `large-numbers.app.test.ts`, with every field and every query. */
import { afterAll, beforeAll, test } from 'vitest';
import { openNumbersShop, sendLargeNumbers, stopNumbersShop } from '#tests/support/large-numbers.ts';

beforeAll(openNumbersShop);
afterAll(stopNumbersShop);

test.each(['guest', 'customer', 'admin'] as const)(
  'no field and no query turns a large number into a server error, as %s',
  (who) => sendLargeNumbers(who, 1),
);
