import { expect, test } from 'vitest';
import { isAllowed, kindOf, labelsOf } from './metrics.ts';

const TOKEN = 'a-token-of-at-least-24-characters';

test.each([
  ['GET', '/products', 'page'],
  ['GET', '/products/12?size=3.5', 'page'],
  ['GET', '/ADMIN/orders/ORD042', 'office'],
  ['GET', '/administrator', 'page'],
  ['GET', '/counter', 'counter'],
  ['GET', '/products.data?page=2', 'data'],
  ['GET', '/assets/root-abc.js', 'file'],
  ['GET', '/api/v1/products?limit=2', 'api'],
  ['POST', '/api/v1/orders', 'api'],
  ['POST', '/api/reserve', 'form'],
  ['GET', '/live', 'stream'],
  ['GET', '/healthz', 'probe'],
  ['POST', '/checkout', 'form'],
  ['POST', '/checkout.data', 'form'],
  ['BREW', '/coffee', 'form'],
  [undefined, undefined, 'form'],
])('%s %s is of the kind %s', (method, target, kind) => expect(kindOf(method, target)).toBe(kind));

test.each([
  ['GET', '/api/v1/menu?limit=2', { kind: 'api', operation: 'readMenu' }],
  ['HEAD', '/api/v1/products/7', { kind: 'api', operation: 'readProduct' }],
  ['POST', '/api/v1/own/orders', { kind: 'api', operation: 'placeOwnOrder' }],
  ['POST', '/api/v1/menu', { kind: 'api', operation: 'none' }],
  ['GET', '/api/v1/maria@example.com', { kind: 'api', operation: 'none' }],
  ['GET', '/products', { kind: 'page' }],
])('%s %s is counted under %j', (method, target, labels) => expect(labelsOf(method, target)).toEqual(labels));

test.each([
  ['no header', null],
  ['no scheme', TOKEN],
  ['another scheme', `Basic ${TOKEN}`],
  ['another token', `Bearer ${TOKEN}x`],
  ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
  ['nothing', 'Bearer '],
  ['the token twice', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ['a longer one than anyone sets', `Bearer ${'a'.repeat(100_000)}`],
])('%s opens nothing', (_, header) => expect(isAllowed(header, TOKEN)).toBe(false));

test('the token opens the figures, whatever the case of the scheme', () => {
  expect([isAllowed(`Bearer ${TOKEN}`, TOKEN), isAllowed(`bearer ${TOKEN}`, TOKEN)]).toEqual([true, true]);
});
