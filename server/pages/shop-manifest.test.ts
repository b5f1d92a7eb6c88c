import { describe, expect, test } from 'vitest';
import { shopManifest } from './shop-manifest.ts';

const route = (id: string, parentId: string | undefined, path?: string) => ({
  id,
  parentId,
  path,
  module: `/assets/${id}.js`,
  hasLoader: true,
  hasAction: false,
});
const routes = [
  route('root', undefined, ''),
  route('shop', 'root'),
  { ...route('home', 'shop'), index: true },
  route('administration', 'shop', 'administration'),
  route('office', 'root'),
  route('office-index', 'office', 'admin'),
  route('office-orders', 'office', 'admin/orders'),
  route('export', 'root', 'admin'),
  route('export-below', 'export', 'orders.csv'),
  route('receipt', 'root', 'orders/:id/receipt.pdf'),
];
const whole = {
  entry: { imports: [], module: '/assets/entry.js' },
  routes: Object.fromEntries(routes.map((each) => [each.id, each])),
  url: '/assets/manifest-0a1b2c3d.js',
  version: '0a1b2c3d',
};

describe('the shop’s route map', () => {
  test('has every page except the back office’s, their layouts and no files, under its own URL', () => {
    const { url, script } = shopManifest(`window.__reactRouterManifest=${JSON.stringify(whole)};`);
    expect(url).toBe('/assets/shop-manifest-0a1b2c3d.js');
    const prefix = 'window.__reactRouterManifest=';
    expect(script.startsWith(prefix)).toBe(true);
    const read = JSON.parse(script.slice(prefix.length, -1));
    expect(Object.keys(read.routes)).toEqual(['root', 'shop', 'home', 'administration']);
    expect(read).toEqual({ ...whole, url, routes: read.routes });
    expect(read.routes.home, 'without what it does not have').not.toHaveProperty('hasAction');
    expect(read.routes.home).toHaveProperty('hasLoader', true);
  });

  test('fails if the build writes the map in another format', () => {
    expect(() => shopManifest(JSON.stringify(whole))).toThrow('does not start as expected');
  });
});
