/** Decides whether the shop accepts reservations at a moment, with the message for shoppers while it does not. Pure. */
import { Temporal } from 'temporal-polyfill';
import { refuse, succeed } from '#kernel/result.ts';
import { formatDateTime, momentOf } from '#kernel/time.ts';
import type { OrderingSettings } from './settings.ts';
import { readSettingsFields, type SettingsField, sayFields, writeSettingsField } from './settings-field.ts';
import type { SettingsSection } from './settings-section.ts';

/** The current moment and the store's zone, an IANA name. */
type Clock = { now: Temporal.Instant; zone: string };

/** The message to shoppers; null while the shop accepts reservations. A pause ends by itself at its end time. */
export function pauseWords({ paused, reason, until }: OrderingSettings, { now, zone }: Clock): string | null {
  if (!paused) return null;
  const end = pauseEnd(until, zone);
  if (end && Temporal.Instant.compare(end, now) <= 0) return null;
  const again = end ? ` We take them again from ${formatDateTime(end, zone)}.` : '';
  return `We are not taking reservations right now. ${reason}${again}`;
}

/** When a pause ends by itself; null if it does not. */
export function pauseEnd(until: OrderingSettings['until'], zone: string): Temporal.Instant | null {
  return until === null ? null : momentOf(until, zone);
}

export const pauseFields: readonly SettingsField[] = [
  {
    kind: 'yes-no',
    key: 'paused',
    label: 'Reservations',
    yes: 'Paused',
    no: 'Open',
    hint: 'The menu, carts and existing reservations stay.',
  },
  {
    kind: 'text',
    key: 'reason',
    label: 'Reason shoppers see',
    longest: 200,
    optional: true,
    hint: 'A pause needs one: a sentence, such as “We are counting the harvest.”',
  },
  {
    kind: 'text',
    key: 'until',
    label: 'Until',
    type: 'datetime-local',
    longest: 16,
    optional: true,
    hint: 'In the store’s time. Leave empty to pause until you turn reservations back on.',
  },
];

/** @param clock decides what is already over. */
export function pauseSection({ now, zone }: Clock): SettingsSection<'ordering'> {
  const texts = (value: OrderingSettings): Record<string, unknown> => ({
    ...value,
    until: value.until ?? '',
  });
  return {
    path: 'pause',
    name: 'ordering',
    keys: ['paused', 'reason', 'until'],
    labels: Object.fromEntries(pauseFields.map(({ key, label }) => [key, label])),
    texts: (value) =>
      Object.fromEntries(
        pauseFields.map((field) => [field.key, writeSettingsField(field, texts(value)[field.key])]),
      ),
    read: (typed) => {
      const { values, errors } = readSettingsFields(pauseFields, typed);
      const { paused, reason } = values;
      const until = String(values.until ?? '').slice(0, 16);
      const end = until === '' ? null : momentOf(until, zone);
      if (paused && reason === '') errors.reason = ['Enter a reason. Shoppers see it.'];
      if (until !== '' && end === null) errors.until = ['Enter a day and a time.'];
      else if (paused && end && Temporal.Instant.compare(end, now) <= 0)
        errors.until = ['That time has passed. Choose a later one, or leave it empty.'];
      return Object.keys(errors).length > 0
        ? refuse(errors)
        : succeed({ paused, reason, until: until === '' ? null : until } as Partial<OrderingSettings>);
    },
    words: (value) =>
      sayFields(pauseFields, { ...texts(value), until: value.until?.replace('T', ' ') ?? '' }),
  };
}
