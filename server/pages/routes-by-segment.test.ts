import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { describe, expect, test } from 'vitest';
import { routesBySegment, segmentOfPath } from './routes-by-segment.ts';

type Routes = ServerBuild['routes'];

const made = (
  rows: readonly (readonly [id: string, path: string | undefined, parentId?: string])[],
): Routes =>
  Object.fromEntries(
    rows.map(([id, path, parentId]) => [id, { id, path, parentId, index: id.endsWith('index') }]),
  ) as unknown as Routes;

const routes = made([
  ['root', ''],
  ['shop', undefined, 'root'],
  ['shop-index', undefined, 'shop'],
  ['products', 'products', 'shop'],
  ['product', 'products/:id', 'shop'],
  ['account', undefined, 'shop'],
  ['orders', 'orders', 'account'],
  ['order', 'orders/:orderId', 'account'],
  ['not-found', '*', 'shop'],
  ['admin', 'admin', 'root'],
  ['admin-index', undefined, 'admin'],
  ['admin-orders', 'orders', 'admin'],
  ['robots', 'robots.txt', 'root'],
]);

/** IDs of the routes that React Router matches among these. */
function found(among: Routes, pathname: string): string[] | undefined {
  const tree = (parentId: string | undefined): RouteObject[] =>
    Object.values(among)
      .filter((route) => route?.parentId === parentId)
      .map((route) => {
        const children = tree(route?.id);
        return {
          id: route?.id ?? '',
          path: route?.path,
          ...(route?.index ? { index: true } : children.length > 0 ? { children } : {}),
        } as RouteObject;
      });
  return matchRoutes(tree(undefined), pathname)?.map(({ route }) => route.id ?? '');
}

describe('the routes under a first segment', () => {
  const bySegment = routesBySegment(routes);

  test.each([
    '/products',
    '/products/7',
    '/products/7/of/nothing',
    '/orders',
    '/orders/ORD001',
    '/admin',
    '/admin/',
    '/admin/orders',
    '/admin/of/nothing',
    '/robots.txt',
  ])('include those that answer %s', (pathname) => {
    const few = bySegment.get(segmentOfPath(pathname));
    expect(few).toBeDefined();
    expect(found(few ?? {}, pathname)).toEqual(found(routes, pathname));
  });

  test('exclude those under another one', () => {
    expect(Object.keys(bySegment.get('products') ?? {})).toEqual(
      expect.not.arrayContaining(['orders', 'order', 'admin', 'admin-orders']),
    );
  });

  test.each(['/', '/nowhere', '/Products', '/%70roducts', '//products', '/__manifest', '/_root.data'])(
    'are not used for %s, which any route may match',
    (pathname) => expect(bySegment.has(segmentOfPath(pathname))).toBe(false),
  );

  test('are the same for a page’s data as for the page', () => {
    expect(segmentOfPath('/products.data')).toBe('products');
    expect(segmentOfPath('/admin/orders.data')).toBe('admin');
    expect(segmentOfPath('/robots.txt')).toBe('robots.txt');
  });
});
