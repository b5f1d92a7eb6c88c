import { expect, test } from 'vitest';
import { shortAddress, withoutEchoes } from './activity.ts';

test.each([
  ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0042', '2001:db8::42'],
  ['203.0.113.9', '203.0.113.9'],
  ['not:an:address', 'not:an:address'],
])('%s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown);
});

test('alerts from the moment of a sign-in join its line; other entries stay separate', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
  const row = (type: 'login' | 'security_alert' | 'profile_update' | 'location_change', minute: number) => ({
    type,
    description: type,
    createdAt: at(minute),
    metadata: { [type]: 'x' },
  });
  const lines = withoutEchoes([
    row('security_alert', 9),
    row('location_change', 5),
    row('security_alert', 5),
    row('login', 5),
    row('profile_update', 3),
    row('security_alert', 3),
    row('login', 1),
  ]);
  expect(lines.map(({ description }) => description)).toEqual([
    'security_alert',
    'login. location_change. security_alert',
    'profile_update',
    'security_alert',
    'login',
  ]);
  expect(Object.keys(lines[1]?.metadata ?? {}).sort()).toEqual([
    'location_change',
    'login',
    'security_alert',
  ]);
});

test('two sign-ins at one moment stay two lines', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const row = (type: 'login' | 'mobile_login', description: string) => ({
    type,
    description,
    createdAt: at,
    metadata: {},
  });
  const rows = [row('login', 'One'), row('mobile_login', 'Two')];
  expect(withoutEchoes(rows)).toEqual(rows);
});
