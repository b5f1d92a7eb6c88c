/** Defines the form of Notification Preferences (specification section 2): the five switches, the grid, their texts. */

import {
  type Choices,
  choicesFrom,
  isChosen,
  type Preferences,
  type Switches,
} from '#core/ground/notifications/notification-rule.ts';
import type { Choice } from '#core/ground/notifications/notification-table.ts';
import { type Channel, channels } from '#kernel/statuses.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

export const PREFERENCES_PATH = '/notifications/preferences';

export const SIGN_IN_TO_MANAGE = 'Please sign in to manage your notification preferences.';
export const PREFERENCES_UPDATED = 'Preferences updated successfully';
const PREFERENCES_FAILED = 'Failed to update preferences';

/** The answer to a flipped switch; with a refusal, nothing was saved. */
export type FlipAnswer = { part: 'preferences'; refusal?: FormRefusal };

/** The answer if a save did not reach the database. */
export const preferencesFailed: { part: 'preferences'; refusal: FormRefusal } = {
  part: 'preferences',
  refusal: { message: PREFERENCES_FAILED, errors: {}, values: {} },
};

/** In the specification's order. */
export const switchWords: readonly { name: keyof Switches; label: string; hint: string }[] = [
  {
    name: 'orderUpdates',
    label: 'Order Updates',
    hint: 'Your orders and reservations, from reserved to picked up.',
  },
  {
    name: 'accountUpdates',
    label: 'Account Updates',
    hint: 'Your profile and its checks. Security emails are always sent.',
  },
  { name: 'promotional', label: 'Promotional Updates', hint: 'Occasional news and offers from the farm.' },
  { name: 'emailNotifications', label: 'Email Notifications', hint: 'To the address you sign in with.' },
  {
    name: 'pushNotifications',
    label: 'Push Notifications',
    hint: 'On the screen of each browser you turn on below.',
  },
];

/** The form field name of a grid cell. */
export const cellName = (choice: Choice, channel: Channel) => `${choice}.${channel}`;

/**
 * Reads the form: a checked box is sent, an unchecked one is missing. Cells of channels it did not offer stay
 * unchanged.
 * @param offered the grid's channels.
 */
export function readPreferencesForm(
  form: FormData,
  offered: readonly Channel[],
  stored: Choices,
): Preferences {
  return {
    orderUpdates: form.has('orderUpdates'),
    accountUpdates: form.has('accountUpdates'),
    promotional: form.has('promotional'),
    emailNotifications: form.has('emailNotifications'),
    pushNotifications: form.has('pushNotifications'),
    choices: choicesFrom((choice, channel) =>
      offered.includes(channel) ? form.has(cellName(choice, channel)) : isChosen(stored, choice, channel),
    ),
  };
}

/** The grid's channels. */
export function offeredChannels(hasTextMessages: boolean): readonly Channel[] {
  return channels.filter((channel) => channel !== 'sms' || hasTextMessages);
}
