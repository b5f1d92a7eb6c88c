import { expect, test } from 'vitest';
import { answerWithout } from './offline-action.ts';

test('an answer that will be the same next time is a refusal, so that the next action is sent', () => {
  for (const status of [400, 404, 409, 413, 422])
    expect(answerWithout(status, 0)).toEqual({ outcome: 'refused', text: expect.stringContaining('again') });
});

test('a fault of the shop is tried again, but not for ever', () => {
  expect([1, 2, 3, 4].map((tries) => answerWithout(500, tries))).toEqual(Array(4).fill('no-network'));
  expect(answerWithout(500, 5)).toMatchObject({ outcome: 'refused' });
});

test('a busy shop, a proxy without one, and a slow network are a lost network however often', () => {
  for (const status of [408, 429, 502, 503, 504]) expect(answerWithout(status, 99)).toBe('no-network');
});

test('a session that is over sends nothing more', () => {
  for (const status of [401, 403]) expect(answerWithout(status, 0)).toBe('ended');
});
