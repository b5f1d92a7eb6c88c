import { expect, test } from 'vitest';
import { adminScreens } from './admin-screens.ts';

test('no two screens share a shortcut, an address or a name', () => {
  for (const key of ['shortcut', 'path', 'label'] as const)
    expect(new Set(adminScreens.map((screen) => screen[key])).size, key).toBe(adminScreens.length);
});
