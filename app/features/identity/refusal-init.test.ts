import { expect, test } from 'vitest';
import { refusalInit } from './refusal-init.ts';

test('who must wait is told for how long', () => {
  expect(refusalInit({ kind: 'too-many-attempts', seconds: 240 })).toEqual({
    status: 429,
    headers: { 'Retry-After': '240' },
  });
  expect(refusalInit({ kind: 'busy' })).toEqual({ status: 503, headers: { 'Retry-After': '3' } });
});

test.each([
  ['invalid-credentials', 401],
  ['banned', 401],
  ['link-not-valid', 410],
  ['anything else', 400],
])('%s is a plain %i', (kind, status) => {
  expect(refusalInit({ kind })).toEqual({ status });
});
