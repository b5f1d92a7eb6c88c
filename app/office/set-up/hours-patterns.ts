/** Three usual weeks of a farm's shop, for one press. */
import type { PickupSettings } from '#core/ground/settings/settings.ts';
import { type Span, WEEKDAYS, type Weekday } from '#core/sales/pickup/hours.ts';

type Weekly = PickupSettings['weekly'];

const week = (days: readonly Weekday[], span: Span): Weekly =>
  Object.fromEntries(WEEKDAYS.map(({ day }) => [day, days.includes(day) ? [span] : []])) as unknown as Weekly;

export const hoursPatterns: readonly { name: string; label: string; weekly: Weekly }[] = [
  {
    ...{ name: 'weekend', label: 'Thursday to Sunday, 11 AM to 6 PM' },
    weekly: week([4, 5, 6, 7], { opens: '11:00', closes: '18:00' }),
  },
  {
    ...{ name: 'week', label: 'Tuesday to Saturday, 10 AM to 6 PM' },
    weekly: week([2, 3, 4, 5, 6], { opens: '10:00', closes: '18:00' }),
  },
  {
    ...{ name: 'daily', label: 'Every day, 10 AM to 7 PM' },
    weekly: week([1, 2, 3, 4, 5, 6, 7], { opens: '10:00', closes: '19:00' }),
  },
];

export const hoursPattern = (name: unknown) => hoursPatterns.find((each) => each.name === name) ?? null;

/** The pattern that these hours are; null for other hours. */
export function patternOf(weekly: Weekly): string | null {
  const texts = (value: Weekly) =>
    WEEKDAYS.map(({ day }) => value[day].map(({ opens, closes }) => opens + closes)).join('|');
  return hoursPatterns.find((each) => texts(each.weekly) === texts(weekly))?.name ?? null;
}
