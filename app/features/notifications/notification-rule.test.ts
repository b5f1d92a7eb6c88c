import { expect, test } from 'vitest';
import { defaultPreferences, waysFor } from './notification-rule.ts';

test('by default orders and accounts reach people by bell and mail, promotions do not', () => {
  expect(waysFor('order', defaultPreferences)).toEqual({ bell: true, mail: true });
  expect(waysFor('account', defaultPreferences)).toEqual({ bell: true, mail: true });
  expect(waysFor('other', defaultPreferences)).toEqual({ bell: false, mail: false });
});

test('without mail the bell still rings', () => {
  expect(waysFor('order', { ...defaultPreferences, emailNotifications: false })).toEqual({
    bell: true,
    mail: false,
  });
});

test('who wants no order updates gets none', () => {
  expect(waysFor('order', { ...defaultPreferences, orderUpdates: false })).toEqual({
    bell: false,
    mail: false,
  });
});
