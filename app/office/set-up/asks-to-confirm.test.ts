import { expect, test } from 'vitest';
import { asksToConfirm } from './asks-to-confirm.ts';

test('the set-up asks who it is only where the next press needs a recent sign-in', () => {
  const closed = { isOpen: false, isReady: false };
  expect(asksToConfirm('farm', closed)).toBe(false);
  expect(asksToConfirm('hours', closed)).toBe(false);
  expect(asksToConfirm(null, closed)).toBe(false);
  expect(asksToConfirm('money', closed)).toBe(true);
  expect(asksToConfirm('rehearsal', closed)).toBe(true);
  expect(asksToConfirm('hours', { isOpen: false, isReady: true })).toBe(true);
  expect(asksToConfirm(null, { isOpen: true, isReady: false })).toBe(true);
});
