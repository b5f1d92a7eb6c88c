import { beforeAll, expect, test } from 'vitest';
import { seal } from '#kernel/seal.ts';
import { openSealed, sealingKey } from './sealed-box.ts';
import { openSecrets } from './secrets.ts';

beforeAll(() => openSecrets({ given: 'a secret of the test with enough characters', dataFolder: '' }));

test('a browser seals what only the shop opens, for the same context, and never the same twice', async () => {
  const key = sealingKey('test');
  const [one, other] = [await seal(key, 'Übung 12', 'ORD001'), await seal(key, 'Übung 12', 'ORD001')];
  expect(one).not.toBe(other);
  expect(openSealed('test', one, 'ORD001')).toBe('Übung 12');
  expect(openSealed('test', one, 'ORD002')).toBeNull();
  expect(openSealed('other', one, 'ORD001')).toBeNull();
});

test('anything else is not opened', async () => {
  const sealed = await seal(sealingKey('test'), 'x', 'c');
  const changed = sealed.slice(0, -1) + (sealed.endsWith('0') ? '1' : '0');
  for (const text of ['', 'zz', '04', sealed.slice(0, -2), changed, 'a'.repeat(500)])
    expect(openSealed('test', text, 'c')).toBeNull();
});
