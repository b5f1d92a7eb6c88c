import { expect, test } from 'vitest';
import type { Role } from '#kernel/statuses.ts';
import { type Actor, guest, may, type Permission, roleCovers, roleMay } from './actor.ts';

const everyday: Permission[] = [
  'backoffice.enter',
  'orders.manage',
  'refunds.record',
  'pickups.manage',
  'inventory.count',
  'customers.read',
  'customers.note',
  'age.decide',
];
const admins: Permission[] = [
  'refunds.any-amount',
  'inventory.manage',
  'users.manage',
  'settings.manage',
  'analytics.read',
  'sent-mail.read',
  'audit.read',
  'records.delete',
  'records.export',
  'promotions.send',
];

const person = (role: Role, isBanned = false): Actor => ({
  kind: 'user',
  userId: 'u',
  sessionId: 's',
  email: 'kim@farm.example',
  name: 'Kim',
  role,
  isBanned,
});

test.each(everyday)('staff and admins may %s, customers and visitors may not', (permission) => {
  expect(roleMay('staff', permission)).toBe(true);
  expect(roleMay('admin', permission)).toBe(true);
  expect(roleMay('user', permission)).toBe(false);
  expect(may(guest, permission)).toBe(false);
});

test.each(admins)('only admins may %s', (permission) => {
  expect(roleMay('admin', permission)).toBe(true);
  expect(roleMay('staff', permission)).toBe(false);
  expect(roleMay('user', permission)).toBe(false);
  expect(may(guest, permission)).toBe(false);
});

test('a person may do what their role may, unless they are banned', () => {
  for (const permission of [...everyday, ...admins]) {
    for (const role of ['admin', 'staff', 'user'] as const) {
      expect(may(person(role), permission)).toBe(roleMay(role, permission));
      expect(may(person(role, true), permission)).toBe(false);
    }
  }
});

test('a role covers another role when it has all permissions of that role', () => {
  const covers = (['user', 'staff', 'admin'] as const).map((role) =>
    (['user', 'staff', 'admin'] as const).filter((other) => roleCovers(role, other)),
  );
  expect(covers).toEqual([['user'], ['user', 'staff'], ['user', 'staff', 'admin']]);
});
