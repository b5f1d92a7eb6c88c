import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { cartCountScript } from './cart-count.ts';

/** Returns the number that a document with these cookies shows before hydration; null if it shows none. */
function countShown(cookie: string, url = 'http://farm.example/'): string | null {
  let isShown = false;
  const styles = new Map<string, string>();
  runInNewContext(cartCountScript, {
    document: {
      ...{ URL: url, cookie },
      documentElement: {
        style: { setProperty: (name: string, value: string) => styles.set(name, value) },
        setAttribute: (name: string) => {
          isShown ||= name === 'data-cart';
        },
      },
    },
  });
  return isShown ? `${styles.get('--cart-count')} ${styles.get('--cart-words')}` : null;
}

test.each([
  ['cart=12:2', '"1" "Cart, 1 item"'],
  ['view=1; cart=12:2.57:1', '"2" "Cart, 2 items"'],
  ['cart=12:2.57:1.; view=1', '"2" "Cart, 2 items"'],
  ['cart=', null],
  ['xcart=12:2', null],
  ['', null],
])('%j shows %s', (cookie, shown) => {
  expect(countShown(cookie)).toBe(shown);
});

test('a cart from another host is ignored behind HTTPS', () => {
  const https = 'https://farm.example/';
  expect(countShown('cart=1:1', https)).toBeNull();
  expect(countShown('cart=1:1.2:1; __Host-cart=3:1', https)).toBe('"1" "Cart, 1 item"');
  expect(countShown('__Host-cart=3:1')).toBeNull();
});
