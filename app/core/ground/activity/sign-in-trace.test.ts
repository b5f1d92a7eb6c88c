import { expect, test } from 'vitest';
import { networkOf, tracesOf } from './sign-in-trace.ts';

test.each([
  ['198.51.100.7', '198.51.x.x'],
  ['2001:db8:1:2::7', '2001:db8::'],
  ['2001:db8::7', '2001:db8::'],
  ['::1', '0::'],
  ['fe80::1', 'fe80::'],
  ['', null],
  ['unknown', null],
  [undefined, null],
])('%j belongs to the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const phone = { ip_address: '198.51.100.7', device: 'Safari on iPhone' };
const laptop = { ip_address: '203.0.113.9', device: 'Firefox on Mac' };
const kinds = (...args: Parameters<typeof tracesOf>) => tracesOf(...args).map(({ type }) => type);

test('a first sign-in and a sign-in like the last one trigger nothing', () => {
  expect(kinds(phone, [])).toEqual([]);
  expect(kinds(phone, [phone])).toEqual([]);
  expect(kinds({ ...phone, ip_address: '198.51.3.4' }, [phone])).toEqual([]);
});

test('a network other than that of the last sign-in is a location change', () => {
  expect(kinds({ ...phone, ip_address: laptop.ip_address }, [phone])).toEqual(['location_change']);
  // Switching back is another change; a sign-in without an address is skipped.
  expect(
    kinds(phone, [{ device: phone.device }, { ...phone, ip_address: laptop.ip_address }, phone]),
  ).toEqual(['location_change']);
  expect(kinds({ device: phone.device }, [phone])).toEqual([]);
});

test('a device not seen before is a security alert', () => {
  expect(kinds(laptop, [phone])).toEqual(['location_change', 'security_alert']);
  expect(kinds(laptop, [phone, laptop])).toEqual(['location_change']);
});
