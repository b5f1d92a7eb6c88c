import { expect, test } from 'vitest';
import { markMessage, readIntent, readWanted, writeWanted } from './mark.ts';

test('a guest’s choice survives the cookie', () => {
  const wanted = { intent: 'notify', productId: 12, back: '/products?q=a b&page=2' } as const;
  expect(readWanted(decodeURIComponent(writeWanted(wanted)))).toEqual(wanted);
});

test.each([
  null,
  '',
  'add',
  'add 12',
  'add 12 https://evil.example',
  'steal 12 /',
  'add x /',
  `add 1 /${'a'.repeat(600)}`,
])('%j is not a choice', (text) => {
  expect(readWanted(text)).toBeNull();
});

test('only known intents are read', () => {
  expect(readIntent('add')).toBe('add');
  for (const odd of ['', 'toString', null, 3]) expect(readIntent(odd)).toBeNull();
  expect(markMessage({ kind: 'too-many', most: 50 })).toContain('50');
});
