/** The pure rules of webhooks. */
import { expect, test } from 'vitest';
import { messagesOf } from './tell-products.server.ts';
import { answerWords, hasFailedForDays, pauseAfter, RETRY_SECONDS, unansweredWords } from './webhook.ts';

test('a message is tried nine times in more than a day, each pause longer than the last, whatever the chance', () => {
  for (const chance of [0, 0.5, 1]) {
    const pauses = RETRY_SECONDS.map((_, attempt) => pauseAfter(attempt + 1, null, chance) ?? 0);
    expect(pauses).toHaveLength(8);
    expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(hours).toBeGreaterThan(28);
    expect(hours).toBeLessThan(44);
    expect(pauseAfter(9, null, chance)).toBeNull();
  }
  expect(pauseAfter(1, null, 0)).not.toBe(pauseAfter(1, null, 1));
});

test('an endpoint can ask for a longer pause, up to a day, but for no more attempts', () => {
  expect(pauseAfter(1, 900, 0.5)).toBe(900);
  expect(pauseAfter(8, 900, 0.5)).toBe(18 * 3600);
  expect(pauseAfter(1, 1e9, 0.5)).toBe(24 * 3600);
  expect(pauseAfter(9, 900, 0.5)).toBeNull();
});

test('an endpoint is turned off after three days and a dozen failures, not after either alone', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const since = (days: number) => new Date(now.getTime() - days * 86_400_000);
  expect(hasFailedForDays({ failingSince: since(3), failures: 12 }, now)).toBe(true);
  expect(hasFailedForDays({ failingSince: since(2.99), failures: 500 }, now)).toBe(false);
  // One message that was given up, and a new one weeks later.
  expect(hasFailedForDays({ failingSince: since(20), failures: 10 }, now)).toBe(false);
});

test('what went wrong is a sentence without details of our network', () => {
  expect(answerWords(302)).toBe('It answered 302. Redirects are not followed.');
  expect(unansweredWords({ name: 'Error', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })).toBe(
    'The certificate is not valid.',
  );
  expect(unansweredWords({ name: 'Error', code: 'CERT_HAS_EXPIRED' })).toBe('The certificate has expired.');
  expect(unansweredWords({ name: 'Error', code: 'E10.0.0.1' })).toBe('The connection failed.');
});

test.each([
  ['put on the menu', { onMenu: false, available: 3 }, true, 3, true, ['product.published', 'stock.changed']],
  ['new', undefined, true, 0, true, ['product.published']],
  ['changed', { onMenu: true, available: 3 }, true, 3, true, ['product.changed']],
  ['sold', { onMenu: true, available: 3 }, true, 2, false, ['stock.changed']],
  ['sold and canceled', { onMenu: true, available: 3 }, true, 3, false, []],
  ['taken off', { onMenu: true, available: 3 }, false, 3, true, ['product.archived', 'stock.changed']],
  ['deleted while it was hidden', { onMenu: false, available: 3 }, false, 0, true, []],
  ['counted while it was hidden', { onMenu: false, available: 3 }, false, 9, false, []],
])('of a product that was %s', (_, was, onMenu, available, hasFacts, types) => {
  const messages = messagesOf(
    was,
    { id: 7, onMenu, available },
    hasFacts,
    onMenu && hasFacts ? { id: 7 } : null,
  );
  expect(messages.map(({ type }) => type)).toEqual(types);
  for (const { data } of messages) expect(data).toMatchObject({ id: 7 });
});
