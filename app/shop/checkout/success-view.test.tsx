import { expect, test } from 'vitest';
import { readyPromise } from './success-view.tsx';

test('only a shop that sends text messages promises one', () => {
  expect(readyPromise(true)).toBe('We will send you an email or text message when it is ready.');
  expect(readyPromise(false)).toBe('We will send you an email when it is ready.');
});
