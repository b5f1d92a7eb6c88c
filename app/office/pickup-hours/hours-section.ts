/** Defines the weekly hours as a section of the settings. */

import type { PickupSettings } from '#core/ground/settings/settings.ts';
import type { FieldErrors, SettingsSection } from '#core/ground/settings/settings-section.ts';
import { earliestHandOverOf, validateHours, WEEK, type WeeklyHours } from '#core/sales/pickup/hours.ts';
import { spanWords } from '#core/sales/pickup/posted-week.ts';
import { refuse, succeed } from '#kernel/result.ts';
import { readSpans, spanLabels, spanTexts } from './span-fields.ts';

const NIGHT = 'nightPermitted';
const NIGHT_LABEL = 'Before 8:00 AM';
const night = { yes: 'The town permits pickups', no: 'Pickups not allowed' };

/** The prefix of a weekday's controls. */
export const dayPrefix = (day: number) => `day-${day}`;

export const nightOptions = [
  { value: 'no', label: night.no },
  { value: 'yes', label: night.yes },
] as const;

export const hoursSection: SettingsSection<'pickup'> = {
  path: 'hours',
  name: 'pickup',
  keys: ['weekly', NIGHT],
  labels: {
    ...Object.assign({}, ...WEEK.map(({ day, name }) => spanLabels(dayPrefix(day), name))),
    [NIGHT]: NIGHT_LABEL,
  },
  texts: ({ weekly, nightPermitted }) => ({
    ...Object.assign({}, ...WEEK.map(({ day }) => spanTexts(dayPrefix(day), weekly[day]))),
    [NIGHT]: nightPermitted ? 'yes' : 'no',
  }),
  read: (texts, stored) => {
    const nightPermitted = texts[NIGHT] === 'yes';
    const days = WEEK.map(({ day }) => ({ day, ...readSpans(dayPrefix(day), texts) }));
    const errors: FieldErrors = Object.assign({}, ...days.map((day) => day.errors));
    const weekly = Object.fromEntries(days.map(({ day, spans }) => [day, spans])) as unknown as WeeklyHours;
    for (const { path, message } of validateHours(
      weekly,
      stored.exceptions,
      earliestHandOverOf({ nightPermitted }),
    )) {
      const [, day, row] = path.split('.');
      const fields = path.startsWith('weekly.')
        ? days.find((each) => String(each.day) === day)?.fields
        : null;
      const field = fields?.[Number(row)] ?? NIGHT;
      errors[field] = [...(errors[field] ?? []), message];
    }
    return Object.keys(errors).length > 0
      ? refuse(errors)
      : succeed({ weekly, nightPermitted } as Partial<PickupSettings>);
  },
  words: ({ weekly, nightPermitted }) => ({
    ...Object.fromEntries(WEEK.map(({ day, name }) => [name, spanWords(weekly[day])])),
    [NIGHT_LABEL]: nightPermitted ? night.yes : night.no,
  }),
};
