import { describe, expect, test } from 'vitest';
import type { Role } from '#kernel/statuses.ts';
import { parseDate, type StoreDate } from '#kernel/time.ts';
import {
  type Actor,
  guest,
  may,
  mayCloseWithout,
  mayReadCashDay,
  mayRefund,
  mayRelease,
  mayTrace,
  type Permission,
  roleCovers,
  roleMay,
  worksHere,
} from './actor.ts';

const everyday: Permission[] = [
  'backoffice.enter',
  'orders.manage',
  'refunds.record',
  'pickups.manage',
  'inventory.see',
  'inventory.count',
  'customers.read',
  'customers.note',
  'age.decide',
];
const admins: Permission[] = [
  'refunds.any-amount',
  'cash.settle',
  'lots.receive',
  'lots.release',
  'ordering.pause',
  'closures.manage',
  'products.discount',
  'staff.rights',
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

describe('a permission that depends on more than a role', () => {
  const of = (role: Role) => ({ ...person(role), userId: role }) as Actor;
  const [admin, staff, customer] = [of('admin'), of('staff'), of('user')];
  const banned = person('admin', true);

  test('only admins and the person in charge may close without a tablet', () => {
    expect(mayCloseWithout(admin, null)).toBe(true);
    expect(mayCloseWithout(staff, null)).toBe(false);
    expect(mayCloseWithout(staff, 'staff')).toBe(true);
    expect(mayCloseWithout(customer, 'user')).toBe(false);
    expect(mayCloseWithout(banned, null)).toBe(false);
    expect(mayCloseWithout(guest, null)).toBe(false);
  });

  test('staff may refund as far as the owner lets them, admins always', () => {
    expect([admin, staff, customer].map((actor) => mayRefund(actor, { staffLimit: 0 }))).toEqual([
      true,
      false,
      false,
    ]);
    expect([banned, staff, customer].map((actor) => mayRefund(actor, { staffLimit: 1 }))).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('the person who closed the last drawer may read the report of today, while none is open', () => {
    const today = parseDate('2026-06-06') as StoreDate;
    const desk = { today, isOpen: false, lastCloser: 'staff' };
    expect(mayReadCashDay(staff, today, desk)).toBe(true);
    expect(mayReadCashDay(staff, today, { ...desk, isOpen: true })).toBe(false);
    expect(mayReadCashDay(staff, today, { ...desk, lastCloser: 'another' })).toBe(false);
    expect(mayReadCashDay(staff, today.subtract({ days: 1 }), desk)).toBe(false);
    expect(mayReadCashDay(admin, today.subtract({ days: 1 }), { ...desk, isOpen: true })).toBe(true);
    expect(mayReadCashDay(customer, today, { ...desk, lastCloser: 'user' })).toBe(false);
  });

  test('staff trace a lot, customers do not', () => {
    expect([admin, staff, customer, guest, banned].map(mayTrace)).toEqual([true, true, false, false, false]);
  });

  test('staff put back on sale what they or other staff quarantined', () => {
    const lot = { status: 'quarantined', quarantinedBy: 'admin', staffMayRelease: false } as const;
    expect(mayRelease(lot, 'staff')).toBe(false);
    expect(mayRelease({ ...lot, staffMayRelease: true }, 'staff')).toBe(true);
    expect(mayRelease({ ...lot, quarantinedBy: 'staff' }, 'staff')).toBe(true);
    expect(mayRelease({ ...lot, status: 'recalled', staffMayRelease: true }, 'staff')).toBe(false);
  });

  test('people with a role of staff work here', () =>
    expect((['admin', 'staff', 'user'] as const).map(worksHere)).toEqual([true, true, false]));
});
