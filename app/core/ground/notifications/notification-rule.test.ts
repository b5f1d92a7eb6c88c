/** Which channels a message uses: every kind of switch, every channel, every exception, as one table. */
import { describe, expect, test } from 'vitest';
import { type Channel, channels } from '#kernel/statuses.ts';
import {
  channelsFor,
  choicesFrom,
  defaultPreferences,
  isChosen,
  type Preferences,
  readChoices,
  type Switches,
} from './notification-rule.ts';
import {
  choiceRow,
  choices,
  choiceTable,
  type NotificationKind,
  notificationTable,
} from './notification-table.ts';

const everywhere = { push: true, sms: true };
const nowhere = { push: false, sms: false };
const allOn: Preferences = {
  orderUpdates: true,
  accountUpdates: true,
  promotional: true,
  emailNotifications: true,
  pushNotifications: true,
  choices: {},
};

/** 'bell email' for the channels that are on. */
const goes = (kind: NotificationKind, preferences: Preferences, reach = everywhere) => {
  const answer = channelsFor(kind, preferences, reach);
  return channels.filter((channel) => answer[channel]).join(' ');
};

test('by default, orders and accounts reach people by bell and email, and promotions do not', () => {
  expect(goes('order-ready', defaultPreferences, nowhere)).toBe('bell email');
  expect(goes('license-verified', defaultPreferences, nowhere)).toBe('bell email');
  expect(goes('promotion', defaultPreferences, nowhere)).toBe('');
});

/**
 * What is switched off, and the channels each kind of message still uses. The table names every text message that is on
 * by default.
 */
test.each<[string, Partial<Switches>, Partial<Record<NotificationKind, string>>]>([
  [
    'nothing',
    {},
    {
      'order-placed': 'bell email push',
      'order-confirmed': 'bell email push',
      'order-changed': 'bell email push sms',
      'order-ready': 'bell email push sms',
      'order-not-ready': 'bell email push sms',
      'order-completed': 'bell email push',
      'order-cancelled': 'bell email push sms',
      'order-not-picked-up': 'bell email push sms',
      'order-short': 'bell email push sms',
      'order-complete-again': 'bell email push sms',
      'reservation-made': 'bell email push',
      'reservation-expiring': 'bell email push sms',
      'license-verified': 'bell email push',
      'age-decided': 'bell email push',
      security: 'bell email push',
      'back-in-stock': 'bell email push',
      promotion: 'bell email push',
    },
  ],
  [
    'Order Updates',
    { orderUpdates: false },
    {
      'order-ready': '',
      'reservation-made': '',
      'age-decided': 'bell email push',
      promotion: 'bell email push',
    },
  ],
  [
    'Account Updates',
    { accountUpdates: false },
    { 'order-ready': 'bell email push sms', 'age-decided': '', security: 'email' },
  ],
  [
    'Promotional Updates',
    { promotional: false },
    { promotion: '', 'back-in-stock': 'bell email push', 'order-ready': 'bell email push sms' },
  ],
  [
    'Email Notifications',
    { emailNotifications: false },
    {
      'order-ready': 'bell push sms',
      'age-decided': 'bell push',
      security: 'bell email push',
      promotion: 'bell push',
    },
  ],
  [
    'Push Notifications',
    { pushNotifications: false },
    { 'order-ready': 'bell email sms', security: 'bell email', promotion: 'bell email' },
  ],
  [
    'everything',
    {
      orderUpdates: false,
      accountUpdates: false,
      promotional: false,
      emailNotifications: false,
      pushNotifications: false,
    },
    { 'order-ready': '', 'age-decided': '', security: 'email', 'back-in-stock': 'bell', promotion: '' },
  ],
])('with %s switched off', (_, off, expected) => {
  for (const [kind, taken] of Object.entries(expected))
    expect([kind, goes(kind as NotificationKind, { ...allOn, ...off })]).toEqual([kind, taken]);
});

test('for every combination of switches, reach and cell, a channel is used only if each allows it', () => {
  const bits = (number: number, count: number) =>
    Array.from({ length: count }, (_, place) => ((number >> place) & 1) === 1);
  let asked = 0;
  for (const kind of Object.keys(notificationTable) as NotificationKind[]) {
    const { choice } = notificationTable[kind];
    const { type, always, isAskedFor, texts } = choiceRow(choice);
    for (let number = 0; number < 2 ** 7; number++) {
      const [order, account, other, email, pushOn, push, sms] = bits(number, 7) as [
        boolean,
        boolean,
        boolean,
        boolean,
        boolean,
        boolean,
        boolean,
      ];
      for (const cell of [undefined, true, false]) {
        for (const channel of channels) {
          asked += 1;
          const preferences: Preferences = {
            orderUpdates: order,
            accountUpdates: account,
            promotional: other,
            emailNotifications: email,
            pushNotifications: pushOn,
            choices: cell === undefined ? {} : { [choice]: { [channel]: cell } },
          };
          const kindIsOn = { order, account, other }[type] || isAskedFor === true;
          const channelIsOn = { bell: true, email, push: pushOn && push, sms }[channel];
          const cellIsOn = cell ?? (channel === 'sms' ? texts === true : true);
          const isReachable = { bell: true, email: true, push, sms }[channel];
          const goesAlways = always?.includes(channel) === true && isReachable;
          const expected = goesAlways || (kindIsOn && channelIsOn && cellIsOn);
          expect(channelsFor(kind, preferences, { push, sms })[channel]).toBe(expected);
        }
      }
    }
  }
  expect(asked).toBe(Object.keys(notificationTable).length * 128 * 3 * 4);
});

test('security mail is sent whatever people choose', () => {
  const off = {
    orderUpdates: false,
    accountUpdates: false,
    promotional: false,
    emailNotifications: false,
    pushNotifications: false,
  };
  const none = Object.fromEntries(channels.map((channel) => [channel, false])) as Record<Channel, boolean>;
  expect(goes('security', { ...off, choices: { security: none } })).toBe('email');
});

describe('the choices of a person', () => {
  test('override the defaults only for their own cells', () => {
    const chosen = { 'order-ready': { email: false, sms: false }, 'order-reserved': { sms: true } };
    expect(goes('order-ready', { ...allOn, choices: chosen })).toBe('bell push');
    expect(goes('order-placed', { ...allOn, choices: chosen })).toBe('bell email push sms');
    expect(goes('order-cancelled', { ...allOn, choices: chosen })).toBe('bell email push sms');
  });

  test('store only differences, and never switch security mail off', () => {
    expect(choicesFrom((_, channel) => channel !== 'sms')).toEqual(
      Object.fromEntries(
        choices.filter((choice) => choiceRow(choice).texts).map((choice) => [choice, { sms: false }]),
      ),
    );
    const allOff = choicesFrom(() => false);
    expect(allOff.security).toEqual({ bell: false, push: false });
    expect(isChosen(allOff, 'security', 'email')).toBe(true);
  });

  test.each([
    [null],
    [7],
    ['x'],
    [[]],
    [{ 'order-ready': 7 }],
    [{ gone: { email: false } }],
    [{ 'order-ready': { email: 'no', fax: true } }],
  ])('stored as %j are ignored', (stored) => {
    expect(readChoices(stored)).toEqual({});
  });

  test('round-trip through storage', () => {
    const chosen = choicesFrom((choice, channel) => (choice.length + channel.length) % 2 === 0);
    expect(readChoices(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });
});

test('all belong to some kind of event', () => {
  const used = new Set(Object.values(notificationTable).map(({ choice }) => choice));
  expect(Object.keys(choiceTable).filter((choice) => !used.has(choice as never))).toEqual([]);
});
