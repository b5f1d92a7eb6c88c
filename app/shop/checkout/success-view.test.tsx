import { expect, test } from 'vitest';
import { readyPromise } from './success-view.tsx';

test('a text message is promised only by a shop that sends them', () => {
  expect(readyPromise(true)).toBe('We will send you an email or text message when it is ready.');
  expect(readyPromise(false)).toBe('We will send you an email when it is ready.');
});
