/**
 * Citations in comments and pages can be opened by readers of the repository: documents exist, and so do the cited
 * sections of docs/law.md and the files it names.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** `npm run bench:peers` installs other shops next to its own files. */
const isInstalled = (path: string) => path.split('/').includes('node_modules');

const files = [
  '',
  ...['app', 'server', 'tests', 'scripts', 'bench', 'art', 'docs'].map((folder) => `${folder}/**/`),
]
  .flatMap((folder) => globSync(`${folder}*.{ts,tsx,js,css,sql,md}`, { cwd: root, exclude: isInstalled }))
  .sort();
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Documents named in a file that are not in the repository's root, in docs or its evidence, or next to the file. */
function missingDocuments(path: string): string[] {
  const named = [...read(path).matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => name);
  return named.filter(
    (name) => !['', 'docs', 'docs/evidence', dirname(path)].some((at) => existsSync(join(root, at, name))),
  );
}

describe('a citation', () => {
  test('is a document of this repository', () => {
    expect(files.length).toBeGreaterThan(300);
    const citing = files.filter((path) => missingDocuments(path).length > 0);
    expect(citing).toEqual([]);
  });

  test('of docs/law.md is an existing section', () => {
    const sections = [...read('docs/law.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(sections).toContain('Warnings and wording');
    const cited = files
      .filter((path) => !path.endsWith('.md') && path !== 'tests/law.test.ts')
      .flatMap((path) =>
        [...read(path).matchAll(/docs\/law\.md, (\w+(?: \w+)*)/g)].map(([, section]) => section),
      );
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter((section) => !sections.includes(section))).toEqual([]);
  });
});

describe('docs/law.md', () => {
  const rows = read('docs/law.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---') && !line.startsWith('| Rule |'));

  test('has a source, our confidence, and its code or a note that it is still open, for every rule', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) {
      const [before, rule, source, sure, where, after, ...more] = row.split('|').map((cell) => cell.trim());
      expect([before, after, more], row).toEqual(['', '', []]);
      expect(rule && source, row).toBeTruthy();
      expect(sure, row).toMatch(/^(?:text|second-hand|general|partly text, partly second-hand)$/);
      expect(where, row).toMatch(/`|not built yet/);
    }
  });

  test('names files that exist', () => {
    const named = rows.flatMap((row) => [...row.matchAll(/`((?:app|server|tests|docs|art)\/[^`]+)`/g)]);
    expect(named.length).toBeGreaterThan(30);
    expect(named.map(([, path]) => path ?? '').filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
