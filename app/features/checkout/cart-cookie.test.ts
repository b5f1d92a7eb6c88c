import { expect, test } from 'vitest';
import { cartCookie } from './cart-cookie.ts';

test('a cart is kept for a month, on every page, and an emptied one is an empty value', () => {
  expect(cartCookie('7.2', false)).toBe('cart=7.2; Path=/; Max-Age=2592000; SameSite=Lax');
  expect(cartCookie('', false)).toBe('cart=; Path=/; Max-Age=2592000; SameSite=Lax');
});

test('by HTTPS it travels by HTTPS alone', () => {
  expect(cartCookie('7.2', true)).toBe('__Host-cart=7.2; Path=/; Max-Age=2592000; SameSite=Lax; Secure');
});
