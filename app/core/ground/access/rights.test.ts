import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Right, rights } from '#kernel/statuses.ts';
import { type Actor, discountLimit, may, mayGiveRights, mayRefund, refundLimit, roleMay } from './actor.ts';
import {
  adminsPermissions,
  everyonesPermissions,
  isGivenByRights,
  ordinaryRights,
  type Permission,
  permissionsOfRight,
  type Rights,
  rightsAllow,
  rightsCover,
  rightsInWords,
  sameRights,
  setOf,
  startingSets,
} from './rights.ts';

const person = (of: Rights, role: 'staff' | 'admin' | 'user' = 'staff', isBanned = false): Actor => ({
  ...{ kind: 'user', userId: 'u', sessionId: 's', email: 'kim@farm.example', name: 'Kim' },
  ...{ role, rights: of, isBanned },
});

const boxed = Object.values(permissionsOfRight).flat();
const all: Permission[] = [...everyonesPermissions, ...boxed, 'products.discount', ...adminsPermissions];
const none: Rights = { boxes: [], refundLimit: 0, discountLimit: 0 };
const settings = { staffLimit: 2000 };

const anyRights: fc.Arbitrary<Rights> = fc.record({
  boxes: fc.subarray<Right>([...rights]),
  refundLimit: fc.option(fc.integer({ min: 0, max: 5000 })),
  discountLimit: fc.integer({ min: 0, max: 100 }),
});

describe('boxes and limits', () => {
  test('every permission is everyone’s, of one box, of a limit or of admins alone', () => {
    expect(new Set(all).size).toBe(all.length);
    for (const permission of all) expect(roleMay('admin', permission)).toBe(true);
  });

  test('a person on the staff has what everyone has and what their boxes give, and nothing else', () => {
    fc.assert(
      fc.property(anyRights, (of) => {
        const given = [
          ...everyonesPermissions,
          ...of.boxes.flatMap((box) => permissionsOfRight[box]),
          ...(of.discountLimit > 0 ? ['products.discount'] : []),
        ];
        for (const permission of all) {
          expect(may(person(of), permission)).toBe(given.includes(permission));
          expect(may(person(of, 'staff', true), permission)).toBe(false);
          expect(may(person(of, 'user'), permission)).toBe(false);
        }
      }),
    );
  });

  test('the first set is what everyone on the staff had before there were boxes', () => {
    expect(setOf(ordinaryRights)).toBe('budtender');
    const had = [...everyonesPermissions, 'inventory.count'];
    expect(all.filter((permission) => rightsAllow(ordinaryRights, permission))).toEqual(had);
    expect(all.filter((permission) => roleMay('staff', permission))).toEqual(had);
    expect(refundLimit(person(ordinaryRights), settings)).toBe(2000);
  });

  test('no set has the right to give rights', () => {
    for (const set of Object.values(startingSets)) expect(set.boxes).not.toContain('people');
  });

  test('a limit of their own counts instead of the one in the settings, and admins have none', () => {
    expect(refundLimit(person({ ...none, refundLimit: 5000 }), settings)).toBe(5000);
    expect(refundLimit(person(none), settings)).toBe(0);
    expect(mayRefund(person(none), settings)).toBe(false);
    expect(refundLimit(person(none, 'admin'), settings)).toBeNull();
    expect(refundLimit(person(none, 'user'), settings)).toBe(0);
    expect(discountLimit(person({ ...none, discountLimit: 15 }))).toBe(15);
    expect(discountLimit(person(none))).toBe(0);
    expect(discountLimit(person(none, 'admin'))).toBeNull();
  });
});

describe('who gives rights', () => {
  test('gives and takes only what they have, from people who have no more', () => {
    fc.assert(
      fc.property(anyRights, anyRights, anyRights, (own, before, after) => {
        const allowed = mayGiveRights(person(own), [before, after], settings);
        const covers =
          own.boxes.includes('people') &&
          rightsCover(own, before, settings) &&
          rightsCover(own, after, settings);
        expect(allowed).toBe(covers);
        if (!allowed) return;
        for (const permission of all)
          if (may(person(after), permission)) expect(may(person(own), permission)).toBe(true);
        expect(refundLimit(person(after), settings)).toBeLessThanOrEqual(
          refundLimit(person(own), settings) ?? Number.POSITIVE_INFINITY,
        );
        expect(after.discountLimit).toBeLessThanOrEqual(own.discountLimit);
      }),
    );
  });

  test('an admin gives anything, a customer and a banned person nothing', () => {
    const most: Rights = { boxes: rights, refundLimit: 1_000_000, discountLimit: 100 };
    expect(mayGiveRights(person(none, 'admin'), [most, none], settings)).toBe(true);
    expect(mayGiveRights(person(most, 'user'), [none, none], settings)).toBe(false);
    expect(mayGiveRights(person(most, 'admin', true), [none, none], settings)).toBe(false);
  });
});

test('rights are the same in whatever order', () => {
  const one: Rights = { boxes: ['pause', 'close'], refundLimit: null, discountLimit: 5 };
  expect(sameRights(one, { ...one, boxes: ['close', 'pause'] })).toBe(true);
  expect(sameRights(one, { ...one, refundLimit: 0 })).toBe(false);
  expect(setOf({ ...startingSets.lead, boxes: [...startingSets.lead.boxes].reverse() })).toBe('lead');
  expect(setOf(one)).toBeNull();
});

test('the audit log has rights in words', () => {
  expect(rightsInWords({ boxes: ['close', 'count'], refundLimit: 5000, discountLimit: 20 })).toEqual({
    rights: ['Count and change units', 'Close and reopen days'],
    refundLimit: 'Up to $50.00 of an order',
    discountLimit: 'Up to 20% off',
  });
  expect(rightsInWords(none)).toEqual({ rights: [], refundLimit: 'None', discountLimit: 'None' });
});

test('a permission is given by rights if some person on the staff can have it, and an admin’s own never is', () => {
  for (const permission of adminsPermissions) expect(isGivenByRights(permission)).toBe(false);
  for (const right of rights)
    for (const permission of permissionsOfRight[right]) expect(isGivenByRights(permission)).toBe(true);
  expect(isGivenByRights('products.discount')).toBe(true);
});
