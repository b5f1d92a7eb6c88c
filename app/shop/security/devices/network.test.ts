import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2::5', '2001:db8:1:x'],
  ['::1', '0:0:0:x'],
  ['', null],
  [null, null],
  ['not an address', null],
])('%s is listed as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
