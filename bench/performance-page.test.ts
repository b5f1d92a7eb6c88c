import { expect, test } from 'vitest';
import { withSections } from './performance-page.ts';

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
