/** Formats the posted hours of the next days. */
import { formatTime, relativeDay, type StoreDate } from '#kernel/time.ts';
import { openPeriods, type PostedHours } from './hours.ts';

/** `label` as in 'Today', 'Sat, Nov 28'; `hours` as in '10:00 AM to 7:00 PM', or 'Closed'. */
export type DayHours = { date: string; label: string; hours: string };

const DAYS = 7;

/** The next week, from `today` on. */
export function weekAhead(posted: PostedHours, today: StoreDate): DayHours[] {
  return Array.from({ length: DAYS }, (_, days) => {
    const date = today.add({ days });
    const spans = openPeriods(posted, date).map(
      ({ from, to }) => `${formatTime(from, posted.zone)} to ${formatTime(to, posted.zone)}`,
    );
    return {
      date: date.toString(),
      label: relativeDay(date, today),
      hours: spans.length > 0 ? spans.join(', ') : 'Closed',
    };
  });
}
