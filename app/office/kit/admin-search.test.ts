import { expect, test } from 'vitest';
import { bestFirst, LONGEST_QUERY, readQuery } from './admin-search.ts';

test('unsearchable input is no query', () => {
  expect(readQuery('  Ana   Lee ')).toBe('Ana Lee');
  for (const typed of [null, '   ', 'a'.repeat(LONGEST_QUERY + 1), 'a\u0000b', 'a\ud800'])
    expect(readQuery(typed)).toBe('');
});

test('matches at the start come first, then at words, then the rest', () => {
  const names = ['Susanna', 'Bo Anna', 'Anna', 'Annabel'];
  expect(bestFirst(names, 'ANN', (name) => name)).toEqual(['Anna', 'Annabel', 'Bo Anna', 'Susanna']);
});
