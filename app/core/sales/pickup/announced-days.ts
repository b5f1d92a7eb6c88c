/** Formats the days that shoppers are warned of: those with special hours and a reason, from a week before. Pure. */
import { parseDate, relativeDay, type StoreDate } from '#kernel/time.ts';
import { type PostedHours, postedSpans } from './hours.ts';
import { spanWords } from './posted-week.ts';

/** Days ahead that shoppers are warned, today included. */
const ANNOUNCED_DAYS = 8;

/** One warning: 'Thu, Nov 26 and Fri, Nov 27: Closed', and the reason in the farm's words. */
export type AnnouncedDays = { days: string; hours: string; reason: string };

/** Soonest first; days with the same hours and reason share one. Empty on most days. */
export function announcedDays(posted: Omit<PostedHours, 'zone'>, today: StoreDate): AnnouncedDays[] {
  const last = today.add({ days: ANNOUNCED_DAYS - 1 }).toString();
  const found = new Map<string, { days: string[]; hours: string; reason: string }>();
  for (const { date, reason } of posted.exceptions.toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )) {
    const day = parseDate(date);
    if (!reason || !day || date < today.toString() || date > last) continue;
    const hours = spanWords(postedSpans(posted, day));
    const same = found.get(`${hours} ${reason}`) ?? { days: [], hours, reason };
    same.days.push(relativeDay(day, today));
    found.set(`${hours} ${reason}`, same);
  }
  return [...found.values()].map(({ days, ...rest }) => ({ days: listWords(days), ...rest }));
}

/** 'Today', 'Today and Tomorrow', 'Today, Tomorrow and Thu, Nov 26'. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
