import { hostname } from 'node:os';
import type { ServerBuild } from 'react-router';
import { describe, expect, test } from 'vitest';
import { addressBook, cachedRoutes, isOwnHost, pageAddress } from './page-address.ts';

const route = (id: string, more: object) => ({ [id]: { id, module: {}, ...more } });
const kept = { module: { handle: { cachedForGuests: 'by-path' } } };
const routes = cachedRoutes({
  ...route('root', { path: '' }),
  ...route('frame', { parentId: 'root' }),
  ...route('product', { parentId: 'frame', path: 'products/:id', ...kept }),
  ...route('faq', { parentId: 'frame', path: 'faq', ...kept }),
  ...route('list', {
    parentId: 'frame',
    path: 'products',
    module: { handle: { cachedForGuests: 'by-filter' } },
  }),
  ...route('home', { parentId: 'frame', index: true, module: { handle: { cachedForGuests: 'by-filter' } } }),
  ...route('cart', { parentId: 'frame', path: 'cart', module: { handle: { other: true } } }),
} as unknown as ServerBuild['routes']);
const hrefOf = (target: string) => pageAddress(routes, target)?.href ?? null;

test.each([
  ['/faq', '/faq'],
  ['/faq?utm_source=mail', '/faq'],
  ['/products/7?again=2&utm_medium=x', '/products/7'],
  ['/', '/'],
  ['/products', '/products'],
  ['/products/7.data', '/products/7.data'],
  ['/products.data', '/products.data'],
  ['/_.data', '/_.data'],
  ['/faq.data?_routes=frame,faq&utm_source=mail', '/faq.data?_routes=frame,faq'],
  ['/faq.data?_routes=frame%2Cfaq', '/faq.data?_routes=frame,faq'],
])('%s is cached as %s', (target, href) => {
  expect(hrefOf(target)).toBe(href);
});

test.each([
  '/cart',
  '/cart.data',
  '/FAQ',
  '/faq/',
  '/faq%20',
  '/products/7/more',
  '/faq.data?_routes=faq,frame',
  '/faq.data?_routes=faq,faq',
  '/faq.data?_routes=cart',
  '/.data',
])('%s is not cached', (target) => {
  expect(hrefOf(target)).toBeNull();
});

test('a URL is resolved once, until the catalogue changes', () => {
  let state = 0;
  const addressOf = addressBook(routes, () => state);
  const first = addressOf('/faq?x=1');
  expect(addressOf('/faq?x=1')).toBe(first);
  state += 1;
  expect(addressOf('/faq?x=1')).not.toBe(first);
  expect(addressOf('/faq?x=1')).toEqual(first);
});

describe('without a configured origin pages are cached', () => {
  const by = (host: string | undefined, localAddress = '127.0.0.1') =>
    isOwnHost({ headers: { host }, socket: { localAddress, localPort: 3000 } });

  test('for the machine’s own names, at its own port', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', `${hostname()}:3000`])
      expect(by(host)).toBe(true);
    expect(by('192.168.1.5:3000', '::ffff:192.168.1.5')).toBe(true);
    expect(by('[::1]:3000', '::1')).toBe(true);
  });

  test('for no made-up name, however many come first', () => {
    for (const host of ['a.example', 'b.example:3000', 'localhost:80', 'localhost', '', undefined])
      expect(by(host)).toBe(false);
    expect(by('localhost:3000')).toBe(true);
  });
});
