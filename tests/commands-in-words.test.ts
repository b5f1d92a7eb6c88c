/** A command that a page, a message or the doctor names exists: at 3 am a person types it as it is written. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The names after `npm run`, with where they are. */
function namedIn(file: string): string[] {
  return [...read(file).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*[a-z])/g)].map(
    ([, name = '']) => `${name} in ${file}`,
  );
}

test('every npm run of the documents and the messages is a script of package.json', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '{app,server,scripts,deploy,bench}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: (name) => name.endsWith('node_modules'),
  });
  const named = files.flatMap(namedIn);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((each) => !((each.split(' ')[0] ?? '') in scripts))).toEqual([]);
});

/** The table that an operator reads first: symptom, where to look, what to do. */
const rows = (read('docs/operations.md').split('\n## ')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Symptom'))
  .map((line) => line.slice(2, -2).split(' | '));

test('operations.md begins with symptoms, each with where to look and what to do', () => {
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
});

test('what it calls a line of the doctor is one', () => {
  const lines = new Set(
    globSync('app/core/running/operations/doctor/*.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/(?:(?:ok|warning|problem|judgeSecretFile)\(|\bname:)\s*'([A-Z][^'.]*)'/g)].map(
        ([, what = '']) => what,
      ),
    ),
  );
  const named = rows.flatMap(([, where = '']) =>
    (/Doctor: ([^;]*)/.exec(where)?.[1] ?? '').split(', ').filter((what) => what !== ''),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((what) => !lines.has(what.replace("'", '’')))).toEqual([]);
});

test('what it links to is a heading of the page', () => {
  const page = read('docs/operations.md');
  const headings = [...page.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((anchor) => !headings.includes(anchor ?? ''))).toEqual([]);
});
