/** A start builds what is missing; `build.long.test.ts` lets it do so. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CheckoutCopy, copyCheckout } from '#tests/support/checkout-copy.ts';
import { isBuilt } from '../../scripts/build-state.js';

let checkout: CheckoutCopy;
beforeEach(async () => {
  checkout = await copyCheckout();
});
afterEach(() => checkout.remove());

test('a complete build stays, and a half-deleted one is not taken for complete', async () => {
  expect(isBuilt(checkout.folder)).toBe(true);
  expect(await checkout.start()).toBe('');
  checkout.halve();
  expect(isBuilt(checkout.folder)).toBe(false);
});

test('a build that was cut short is not taken for complete', () => {
  checkout.cutShort();
  expect(isBuilt(checkout.folder)).toBe(false);
});
