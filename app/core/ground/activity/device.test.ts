import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android phone',
    true,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Mac',
    false,
  ],
  ['curl/8.0', 'Unknown device', false],
  [null, 'Unknown device', false],
])('%s', (agent, name, mobile) => {
  expect(deviceOf(agent)).toEqual({ name, mobile });
});

test.each([
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1',
    'Safari on iPad',
    true,
  ],
  ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) Safari/604.1', 'Safari on iPhone', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) FxiOS/140.0 Mobile/15E148 Safari/604.1',
    'Firefox on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) EdgiOS/140.0 Mobile/15E148 Safari/604.1',
    'Edge on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-X810) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Android tablet',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/140.0 Mobile Safari/537.36 EdgA/140.0',
    'Edge on Android phone',
    true,
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/64.0 Safari/537.36 Edge/17.0', 'Edge on Windows', false],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera on Windows', false],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12', 'Opera on Windows', false],
  ['Mozilla/5.0 (X11; CrOS x86_64 15000.0.0) Chrome/140.0 Safari/537.36', 'Chrome on Chromebook', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux', false],
  ['Mozilla/5.0 (X11; FreeBSD amd64) Firefox/140.0', 'Firefox', false],
  ['Mozilla/5.0 (Linux x86_64) Firefox/140.0', 'Firefox on Linux', false],
  ['Mozilla/5.0 (Macintosh) Safari/605.1.15', 'Safari on Mac', false],
  ['Mozilla/5.0 (KAIOS/2.5) Firefox/48.0 Mobile', 'Firefox', true],
  ['SomePhone Mobile', 'Unknown device', true],
  ['', 'Unknown device', false],
  [undefined, 'Unknown device', false],
])('%s is %s', (agent, name, mobile) => {
  expect(deviceOf(agent)).toEqual({ name, mobile });
});

test('characters after the first 500 are ignored', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0';
  expect(deviceOf(' '.repeat(500 - agent.length) + agent).name).toBe('Firefox on Windows');
  expect(deviceOf(' '.repeat(500) + agent).name).toBe('Unknown device');
});
