import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { patternReader } from './route-pattern.ts';

const route = (id: string, parentId: string | undefined, path?: string, index = false) => ({
  ...{ id, parentId, path, index },
});
const routes = Object.fromEntries(
  [
    route('root', undefined, ''),
    route('frame', 'root'),
    route('home', 'frame', undefined, true),
    route('order', 'frame', 'orders/:id'),
    route('list', 'frame', 'orders/all'),
    route('admin', 'root', 'admin'),
    route('person', 'admin', 'customers/:id'),
  ].map((each) => [each.id, each]),
) as unknown as ServerBuild['routes'];

test.each([
  ['/', '/'],
  ['/_.data', '/'],
  ['/orders/maria@example.com', '/orders/:id'],
  ['/orders/all', '/orders/all'],
  ['/admin/customers/7.data', '/admin/customers/:id'],
  ['/maria', null],
])('the route of %s is %s', (path, pattern) => expect(patternReader(routes)(path)).toBe(pattern));
