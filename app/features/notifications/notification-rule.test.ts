import { expect, test } from 'vitest';
import { channelsFor, defaultPreferences } from './notification-rule.ts';

test('by default orders and accounts reach people by bell and mail, promotions do not', () => {
  expect(channelsFor('order', defaultPreferences)).toEqual({ bell: true, mail: true });
  expect(channelsFor('account', defaultPreferences)).toEqual({ bell: true, mail: true });
  expect(channelsFor('other', defaultPreferences)).toEqual({ bell: false, mail: false });
});

test('without mail the bell still rings', () => {
  expect(channelsFor('order', { ...defaultPreferences, emailNotifications: false })).toEqual({
    bell: true,
    mail: false,
  });
});

test('who wants no order updates gets none', () => {
  expect(channelsFor('order', { ...defaultPreferences, orderUpdates: false })).toEqual({
    bell: false,
    mail: false,
  });
});

test('each kind of message follows its own switch, and push is off until it is asked for', () => {
  const nothing = {
    orderUpdates: false,
    accountUpdates: false,
    promotional: false,
    emailNotifications: true,
    pushNotifications: false,
  };
  expect(channelsFor('order', { ...nothing, orderUpdates: true })).toEqual({ bell: true, mail: true });
  expect(channelsFor('account', { ...nothing, accountUpdates: true })).toEqual({ bell: true, mail: true });
  expect(channelsFor('other', { ...nothing, promotional: true })).toEqual({ bell: true, mail: true });
  for (const type of ['order', 'account', 'other'] as const) {
    expect(channelsFor(type, nothing)).toEqual({ bell: false, mail: false });
  }
  expect(defaultPreferences.pushNotifications).toBe(false);
});
