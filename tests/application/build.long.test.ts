/** A start builds what is missing, and two starts at once build it once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckoutCopy, copyCheckout } from '#tests/support/checkout-copy.ts';
import { isBuilt } from '../../scripts/build-state.js';

let checkout: CheckoutCopy;
beforeAll(async () => {
  checkout = await copyCheckout();
});
afterAll(() => checkout?.remove());

test('a half-deleted build is rebuilt, once for two starts', async () => {
  const whole = checkout.filesBuilt();
  checkout.halve();
  const said = await Promise.all([checkout.start(), checkout.start()]);
  expect(said.join('').match(/Building/g)).toHaveLength(1);
  expect(isBuilt(checkout.folder)).toBe(true);
  expect(checkout.filesBuilt()).toEqual(whole);
});
