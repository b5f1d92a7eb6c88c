import { expect, test } from 'vitest';
import { binderSpans, readSpan } from './span.ts';

test('the binder knows last week; the books, which close by month, fall back to last month', () => {
  const query = new URLSearchParams({ range: 'last-week' });
  expect(readSpan(query, binderSpans).range).toBe('last-week');
  expect(readSpan(query).range).toBe('last-month');
  expect(readSpan(new URLSearchParams(), binderSpans).range).toBe('last-month');
});
