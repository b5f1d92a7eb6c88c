import { expect, test } from 'vitest';
import { AGE_COOKIE, CART_COOKIE, FLASH_COOKIE, readCookie, VIEW_COOKIE } from './cookies.ts';

test('a cookie is found by its whole name, wherever it stands', () => {
  const header = 'view=1;  cart = a%20b%3Dc ; xcart=other; carts=more; empty=; age_verified=2026-01-01';
  expect(readCookie(header, 'view')).toBe('1');
  expect(readCookie(header, 'cart')).toBe('a b=c');
  expect(readCookie(header, 'age_verified')).toBe('2026-01-01');
  expect(readCookie(header, 'empty')).toBe('');
  expect(readCookie(header, 'car')).toBeNull();
  expect(readCookie(header, 'missing')).toBeNull();
});

test('a value may hold equals signs, and the first of two cookies counts', () => {
  expect(readCookie('token=a=b==; token=second', 'token')).toBe('a=b==');
});

test('without a header, without a value or with one that cannot be decoded there is no cookie', () => {
  expect(readCookie(null, 'view')).toBeNull();
  expect(readCookie('', '')).toBeNull();
  expect(readCookie('view', 'view')).toBeNull();
  expect(readCookie('views; view=2', 'view')).toBe('2');
  expect(readCookie('view', 'vie')).toBeNull();
  expect(readCookie('view=%E0%A4%A', 'view')).toBeNull();
  expect(readCookie('view=%E0%A4%A; view=2', 'view')).toBeNull();
});

test('the names of our cookies are those that browsers already hold', () => {
  expect([AGE_COOKIE, VIEW_COOKIE, FLASH_COOKIE, CART_COOKIE]).toEqual([
    'age_verified',
    'view',
    'flash',
    'cart',
  ]);
});
