import { expect, test } from 'vitest';
import { browserErrorSchema, browserErrorWords } from './browser-error.ts';

const error = { path: '/counter', version: 'ab12', browser: 'Safari' as const };

test.each([
  [`TypeError: Cannot read properties of undefined (reading 'price')`, `(reading 'price')`],
  [
    'Error: Minified React error #418; visit https://react.dev/errors/418?args[]=Robin for it',
    'errors/418?… for it',
  ],
  ["Error: no place for “Robin Hale” or 'Kim' in `kim`", `no place for '…' or '…' in '…'`],
  ['Error: kim@example.com called +16075550142', '[address] called [number]'],
  ['Error: code 123456\n\u0000of\u202E it', 'code … of it'],
])('of %s stays %s', (message, words) => {
  expect(browserErrorWords({ ...error, message }).message).toContain(words);
});

test('a message of any length is one short line with browser and build', () => {
  const { message, place } = browserErrorWords({
    ...error,
    path: '/counter/orders/ORD042',
    message: 'x'.repeat(1000),
  });
  expect(message.length).toBeLessThan(240);
  expect(message.endsWith(' (Safari, build ab12)')).toBe(true);
  expect(place).toBe('Page /counter/orders/…');
});

test('a report with a path elsewhere, another browser or no message is none', () => {
  const right = { ...error, message: 'x' };
  expect(browserErrorSchema.safeParse(right).success).toBe(true);
  for (const wrong of [{ path: 'x' }, { browser: 'x' }, { message: '' }, { version: 'a b' }])
    expect(browserErrorSchema.safeParse({ ...right, ...wrong }).success).toBe(false);
});
