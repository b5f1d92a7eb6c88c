/** The script files of a shopper's page: on a slow phone every kilobyte takes time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';

const root = join(import.meta.dirname, '../..');
const assets = join(root, 'build/client/assets');

type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports?: string[]; css?: string[]; parentId?: string }>;
};

let manifest: Manifest;
beforeAll(async () => {
  await ensureBuilt(root, console.log);
  const text = readdirSync(assets)
    .filter((name) => /^manifest-.*\.js$/.test(name))
    .map((name) => readFileSync(join(assets, name), 'utf8'))
    .find((script) => script.startsWith('window.__reactRouterManifest='));
  if (text === undefined) throw new Error('the build has no manifest of its routes');
  manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
});

/** The files of a page: its routes, from the root down, with everything they import statically. */
function filesOf(routeId: string): string[] {
  const found = new Set<string>();
  const add = (address: string) => {
    const name = address.split('/').pop() ?? '';
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) add(imported ?? '');
  };
  for (const address of [manifest.entry.module, ...manifest.entry.imports]) add(address);
  for (let id: string | undefined = routeId; id !== undefined; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    for (const address of route ? [route.module, ...(route.imports ?? [])] : []) add(address);
  }
  return [...found];
}

const firstPages = [
  'shop/home/home.page',
  'shop/menu/products.page',
  'shop/product/product.page',
  'shop/cart/cart.page',
  'shop/sign-in/login.page',
  'shop/information/about.page',
];

test.each(firstPages)('%s loads nothing that only the account and the back office need', (routeId) => {
  const files = filesOf(routeId);
  expect(files.some((name) => name.startsWith('frame-'))).toBe(true);
  expect(files.filter((name) => name.startsWith('office-'))).toEqual([]);
  // The polyfill of Temporal is a fifth of everything else.
  const withDates = files.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('toZonedDateTime'),
  );
  expect(withDates).toEqual([]);
});

test('no page of the shop and of the account loads what only the back office and the counter need', () => {
  const ours = Object.keys(manifest.routes).filter((id) => /^shop\/.*\.page$/.test(id));
  expect(ours).toContain('shop/profile/profile.page');
  expect(ours.filter((id) => filesOf(id).some((name) => name.startsWith('office-')))).toEqual([]);
});

test.each(firstPages)('%s loads few script files', (routeId) => {
  expect(filesOf(routeId).length).toBeLessThanOrEqual(14);
});
