import { expect, test } from 'vitest';
import {
  categoryKey,
  categorySlug,
  LONGEST_CATEGORY_NAME,
  readCategoryName,
  starterSet,
} from './category.ts';

test.each([
  ['Pre-Rolls', 'pre rolls'],
  ['Pre-Rolls', 'PREROLLS'],
  ['Flower', 'Flоwer'],
  ['Flower', 'Ｆｌｏｗｅｒ'],
  ['Café', 'Cafe'],
  ['Café', 'Cafe\u0301'],
  ['Vapes', ' Vapes. '],
  ['ΚΟΡΕ', 'KOPE'],
])('‘%s’ and ‘%s’ look the same', (one, other) => {
  expect(categoryKey(one)).toBe(categoryKey(other));
});

test.each([
  ['CBD', 'CBD+'],
  ['Flower', 'Flowers'],
  ['Half-Ounces', 'Ounces'],
  ['★', '☆'],
])('‘%s’ and ‘%s’ are two categories', (one, other) => {
  expect(categoryKey(one)).not.toBe(categoryKey(other));
});

test('the names of the starter set are distinct and valid', () => {
  expect(new Set(starterSet.map(categoryKey)).size).toBe(starterSet.length);
  for (const name of starterSet) expect(readCategoryName(name)).toEqual({ ok: true, value: name });
});

test('a name is one clean line of text', () => {
  expect(readCategoryName('  Small \t Buds ')).toEqual({ ok: true, value: 'Small Buds' });
  for (const typed of ['', '  ', '\u200b', 'x'.repeat(LONGEST_CATEGORY_NAME + 1), 'a\u202eb'])
    expect(readCategoryName(typed).ok, typed).toBe(false);
});

test('an address is plain, and never one that a category has', () => {
  expect(categorySlug('Table & Kitchen', [])).toBe('table-kitchen');
  expect(categorySlug('Café', [])).toBe('cafe');
  expect(categorySlug('大麻', [])).toBe('category');
  expect(categorySlug('Vapes', ['vapes', 'vapes-2'])).toBe('vapes-3');
});
