import { expect, test } from 'vitest';
import { pageOf } from './guards.server.ts';

test.each([
  ['/orders', '/orders'],
  ['/orders.data', '/orders'],
  ['/orders.data?_routes=routes%2Faccount%2Forders&page=2', '/orders?page=2'],
  ['/checkout.data?reservation=1&index', '/checkout?reservation=1'],
  ['/_root.data', '/'],
  ['/products?q=data', '/products?q=data'],
])('a request for %s belongs to the page %s', (url, page) => {
  expect(pageOf(`http://localhost:3000${url}`)).toBe(page);
});
