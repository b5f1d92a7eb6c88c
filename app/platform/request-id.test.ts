import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { currentRequestId, requestIdOf, withRequestId } from './request-id.ts';

const GIVEN = '7f3a9c0d-5b1e-4f6a-9c8d-000000000001';

test('an id counts only if a proxy sent it', () => {
  expect(requestIdOf(GIVEN, true)).toBe(GIVEN);
  expect(requestIdOf(GIVEN, false)).not.toBe(GIVEN);
});

test.each([
  ['none', undefined],
  ['two', [GIVEN, GIVEN]],
  ['a short one', 'abc-1'],
  ['a long one', 'a1'.repeat(40)],
  ['a line break', `${GIVEN}\r\nSet-Cookie: a=b`],
  ['a tag', `${GIVEN}<script>`],
  ['an email address', 'maria.lopez42@example.com'],
  ['words', 'maria-lopez-of-hancock'],
])('%s is replaced by an id of our own', (_, header) => {
  expect(requestIdOf(header, true)).toMatch(/^[0-9a-f-]{36}$/);
});

test('whatever a proxy sends, an id is letters, digits and dashes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (header) => {
      expect(requestIdOf(header, true)).toMatch(/^[A-Za-z0-9-]{16,64}$/);
    }),
  );
});

test('requests at the same time have their own ids in their log lines, and lines of no request have none', async () => {
  const lines: { msg: string; request?: string }[] = [];
  const log = openLog({ write: (line: string) => void lines.push(JSON.parse(line)) });
  const answer = async (name: string) => {
    await pause(Math.random() * 5);
    log.error(name);
  };
  await Promise.all(['first', 'second', 'third'].map((id) => withRequestId(id, () => answer(id))));
  log.error('no request');
  expect(currentRequestId()).toBeNull();
  for (const { msg, request } of lines) expect(request).toBe(msg === 'no request' ? undefined : msg);
  expect(lines).toHaveLength(4);
});
