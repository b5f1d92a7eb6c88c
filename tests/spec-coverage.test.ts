/**
 * docs/evidence/spec-coverage.md cannot rot silently: the files it names exist, the specification's words in a done row are in
 * that row's files, and so are the words of the tests it quotes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const issues = ["The customer's side", 'The back office', 'The counter', 'Proof'];

type Row = {
  line: number;
  says: string;
  where: string[];
  shownBy: string[];
  shownByText: string;
  state: string;
};

const filesIn = (cell: string) =>
  [...cell.matchAll(/`((?:app|server|tests|public|scripts|docs)\/[^`]+)`/g)].map((found) => found[1] ?? '');
const wordsIn = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map((found) => found[1] ?? '');

const lines = readFileSync(join(root, 'docs/evidence/spec-coverage.md'), 'utf8').split('\n');
const rows: Row[] = lines.flatMap((text, index) => {
  if (!text.startsWith('|') || text.startsWith('|---') || text.startsWith('| Specification |')) return [];
  const cells = text.split('|').map((cell) => cell.trim());
  const [, says = '', where = '', shownBy = '', state = ''] = cells;
  // Five bars make four cells; anything else is a broken row.
  const whole = cells.length === 6;
  return [
    {
      line: index + 1,
      says,
      where: filesIn(where),
      shownBy: filesIn(shownBy),
      shownByText: shownBy,
      state: whole ? state : `not a row of four cells: ${text}`,
    },
  ];
});
const done = rows.filter(({ state }) => state === 'done');

/** Source and page have the same text: one space, straight apostrophes, markup resolved. */
const plain = (text: string) =>
  text
    .replaceAll("{' '}", ' ')
    .replaceAll('&amp;', '&')
    .replaceAll("\\'", "'")
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ');

const read = (path: string) => plain(readFileSync(join(root, path), 'utf8'));

/** The text as a pattern, in which each `{…}` matches any short expression. */
const pattern = (words: string) =>
  new RegExp(
    plain(words)
      .split(/\{[^}]*\}/)
      .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{1,60}?'),
  );

const absent = (words: string, files: readonly string[]) =>
  !files.some((path) => existsSync(join(root, path)) && pattern(words).test(read(path)));

describe('the page of the specification’s requirements', () => {
  test('has well over a hundred rows, done and open', () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(done.length).toBeGreaterThan(80);
    expect(done.flatMap(({ says }) => wordsIn(says)).length).toBeGreaterThan(60);
  });

  test('marks every row as done or names the issue that delivers it', () => {
    const known = new Set(['done', ...issues.map((name) => `open: ${name}`)]);
    expect(
      rows.filter(({ state }) => !known.has(state)).map(({ line, state }) => `${line}: ${state}`),
    ).toEqual([]);
  });

  test('names a file for everything done, and a test or a dash', () => {
    const bare = done.filter(
      ({ where, shownBy, shownByText }) =>
        where.length === 0 || (shownBy.length === 0 && shownByText !== '–'),
    );
    expect(bare.map(({ line, says }) => `${line}: ${says}`)).toEqual([]);
  });

  test('names only files that exist', () => {
    const gone = rows.flatMap(({ line, where, shownBy }) =>
      [...where, ...shownBy]
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${line}: ${path}`),
    );
    expect(gone).toEqual([]);
  });

  test('quotes only words from the files of their row', () => {
    const missing = done.flatMap(({ line, says, where }) =>
      wordsIn(says)
        .filter((words) => absent(words, where))
        .map((words) => `${line}: ${words}`),
    );
    expect(missing).toEqual([]);
  });

  test('quotes only words from the tests of their row', () => {
    const missing = done.flatMap(({ line, shownBy, shownByText }) =>
      wordsIn(shownByText)
        .filter((words) => absent(words, shownBy))
        .map((words) => `${line}: ${words}`),
    );
    expect(missing).toEqual([]);
  });
});
