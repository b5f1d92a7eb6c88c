import { expect, test } from 'vitest';
import { adminCommands } from './admin-commands.ts';
import { adminScreens } from './admin-screens.ts';

test('no two screens share a shortcut, an address or a name', () => {
  for (const key of ['shortcut', 'path', 'label'] as const)
    expect(new Set(adminScreens.map((screen) => screen[key])).size, key).toBe(adminScreens.length);
});

test('no key stands for two commands', () => {
  const keys = adminCommands.flatMap(({ shortcut }) => shortcut ?? []);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
