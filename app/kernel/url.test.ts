import { expect, test } from 'vitest';
import { parseUrl } from './url.ts';

test('an address becomes a URL, and anything else null', () => {
  expect(parseUrl('https://shop.example/a?b=1')?.search).toBe('?b=1');
  expect(parseUrl('/cart', 'https://shop.example')?.href).toBe('https://shop.example/cart');
  for (const odd of ['', '/cart', 'shop', 'https://', 'https://a b', 'http://[', 'https://x:99999'])
    expect(parseUrl(odd), odd).toBeNull();
});
