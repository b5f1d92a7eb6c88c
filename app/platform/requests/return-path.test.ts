import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each(['/', '/products?q=fly%20rod&page=2', '/faq#returns', '/orders/1'])(
  '%s is a valid return path',
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  ' /products',
  'products',
  '',
  `/${'a'.repeat(600)}`,
  '/\ud800',
  null,
  7,
  ['/'],
])('%j returns the fallback', (wanted) => {
  expect(safeReturnPath(wanted, '/products')).toBe('/products');
});

test('any input stays on the site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (wanted) => {
        const url = new URL(safeReturnPath(wanted), 'https://farm.example');
        return url.origin === 'https://farm.example';
      },
    ),
  );
});

test('a path of 512 characters is valid, and a longer one is not', () => {
  const path = `/${'a'.repeat(511)}`;
  expect(safeReturnPath(path)).toBe(path);
  expect(safeReturnPath(`${path}a`, '/products')).toBe('/products');
});

test('without a fallback an invalid path returns the home page', () => {
  expect(safeReturnPath(undefined)).toBe('/');
});

test.each(['/a\\b', '/a\u0000b', '/a\u001fb', '/a\u007fb', '/a\rb'])(
  '%j is refused anywhere in a path',
  (path) => {
    expect(safeReturnPath(path, '/products')).toBe('/products');
  },
);

test.each([
  ['/a/../b', '/b'],
  ['/products?next=//evil.example', '/products?next=//evil.example'],
  ['/a b', '/a%20b'],
])('%s becomes %s, as a browser would read it', (path, read) => {
  expect(safeReturnPath(path)).toBe(read);
});
