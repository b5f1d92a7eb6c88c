import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seenNow, withSections } from './performance-page.ts';

const section = (stage: string, table: string) => ({
  stage,
  size: '1,000 products',
  seen: '2026-11-26',
  table,
});

test('a section replaces the one of the same stage and size, and no other', () => {
  const first = withSections('', [section('visit', 'slow'), section('history', 'old')]);
  const second = withSections(first, [section('history', 'new')]);
  expect(second).toBe(withSections('', [section('history', 'new'), section('visit', 'slow')]));
  expect(second).not.toContain('old');
});

test('sections of two sizes stay apart', () => {
  const page = withSections('', [
    section('history', 'small'),
    { ...section('history', 'large'), size: '9 products' },
  ]);
  expect(page.match(/^## /gm)).toHaveLength(2);
});

test('the page as it is has the words of today, and sections that may be replaced', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/evidence/performance.md'), 'utf8');
  expect(withSections(page, [])).toBe(page);
  expect(withSections(page, [{ ...section('peers', 'a table'), seen: seenNow('short rounds') }])).toMatch(
    /\n## peers: 1,000 products\n\n\d{4}-\d\d-\d\d, \d+ processors, load at the end \d+\.\d, short rounds\.\n\na table\n/,
  );
});
