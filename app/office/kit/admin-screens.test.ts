import { expect, test } from 'vitest';
import { adminCommands } from '../roof/admin-commands.ts';
import { adminScreens, screenAt } from './admin-screens.ts';

test('no two screens share a shortcut, an address or a name', () => {
  for (const key of ['shortcut', 'path', 'label'] as const)
    expect(new Set(adminScreens.map((screen) => screen[key])).size, key).toBe(adminScreens.length);
});

test('no two commands share a key', () => {
  const keys = adminCommands.flatMap(({ shortcut }) => shortcut ?? []);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each([
  ['/admin/inventory', 'Inventory'],
  ['/admin/inventory/import', 'Inventory'],
  ['/admin/products/7', 'Inventory'],
  ['/admin/products/new', 'Inventory'],
  ['/ADMIN/Products/7/lots', 'Inventory'],
  ['/admin/orders/TB-1001/edit', 'Orders'],
  ['/admin/settings/hours', 'Settings'],
  ['/admin', undefined],
  ['/admin/search', undefined],
  ['/admin/productsmore', undefined],
])('%s is a page of %s', (pathname, label) => {
  expect(screenAt(pathname)?.label).toBe(label);
});
