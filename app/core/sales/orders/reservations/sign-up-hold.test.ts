import { expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { mayHold } from './sign-up-hold.ts';

const caps = { ...defaultSettings().holds, capacity: 12 };
const none = { ofClient: 0, ofSlot: 0, units: 0 };
const ofOne = (quantity: number, forSale: number, held = 0) => [{ quantity, forSale, held }];

test('sign-ups hold at most six units of a product and at most half of the sellable units', () => {
  expect(mayHold(ofOne(6, 100), none, caps)).toBe(true);
  expect(mayHold(ofOne(7, 100), none, caps)).toBe(false);
  expect(mayHold(ofOne(2, 100, 5), none, caps)).toBe(false);
  expect(mayHold(ofOne(2, 5), none, caps)).toBe(true);
  expect(mayHold(ofOne(3, 5), none, caps)).toBe(false);
  expect(mayHold(ofOne(1, 5, 2), none, caps)).toBe(false);
  expect(mayHold(ofOne(1, 1), none, caps), 'the last unit').toBe(false);
});

test('one product over its cap means no hold for the whole cart', () => {
  expect(mayHold([...ofOne(1, 100), ...ofOne(7, 100)], none, caps)).toBe(false);
});

test('sign-ups hold at most a hundred units in all, three carts per address and half of a pickup time', () => {
  expect(mayHold(ofOne(2, 100), { ...none, units: 98 }, caps)).toBe(true);
  expect(mayHold(ofOne(2, 100), { ...none, units: 99 }, caps)).toBe(false);
  expect(mayHold(ofOne(1, 100), { ...none, ofClient: 2 }, caps)).toBe(true);
  expect(mayHold(ofOne(1, 100), { ...none, ofClient: 3 }, caps)).toBe(false);
  expect(mayHold(ofOne(1, 100), { ...none, ofSlot: 5 }, caps)).toBe(true);
  expect(mayHold(ofOne(1, 100), { ...none, ofSlot: 6 }, caps)).toBe(false);
  expect(mayHold(ofOne(1, 100), none, { ...caps, capacity: 1 }), 'a slot for one').toBe(false);
});
