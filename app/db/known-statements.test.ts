import { expect, test } from 'vitest';
import { knownStatements } from './known-statements.ts';

test('a frequent statement gets one lasting name, and a statement that runs once gets none', () => {
  const statements = knownStatements();
  const names = Array.from({ length: 10 }, () => statements.nameOf('select 1'));
  expect(names.slice(0, 7)).toEqual(Array(7).fill(undefined));
  expect(new Set(names.slice(7)).size).toBe(1);
  expect(names.at(-1)).toBeDefined();
  for (let nth = 0; nth < 2000; nth++) expect(statements.nameOf(`select ${nth} as once`)).toBeUndefined();
  expect(statements.nameOf('select 1')).toBe(names.at(-1));
});

test('names never exceed what connections should store, and no two statements share one', () => {
  const statements = knownStatements();
  const names = new Set<string>();
  for (let text = 0; text < 300; text++)
    for (let times = 0; times < 10; times++) {
      const name = statements.nameOf(`select ${text}`);
      if (name) names.add(name);
    }
  expect(names.size).toBe(120);
});
