/** Writes the notice of the counter that the store is closed now. Staff decide: someone may come a few minutes after closing. */
import type { Temporal } from 'temporal-polyfill';
import { EARLIEST_HAND_OVER, minutesOf, openState, type PostedHours } from '#core/sales/pickup/hours.ts';
import { formatDateTime, formatTime } from '#kernel/time.ts';

/**
 * null while the store is open. Between midnight and the earliest hand-over the notice names the law (docs/law.md,
 * Hours), at other times the next opening.
 */
export function hoursNotice(
  hours: PostedHours & { earliestHandOver?: string },
  now: Temporal.Instant,
): string | null {
  const local = now.toZonedDateTimeISO(hours.zone);
  const earliest = hours.earliestHandOver ?? EARLIEST_HAND_OVER;
  if (local.hour * 60 + local.minute < (minutesOf(earliest) ?? 0)) {
    const from = local.toPlainDate().toZonedDateTime({ timeZone: hours.zone, plainTime: earliest });
    return `It is ${formatTime(now, hours.zone)}. New York allows no hand-over before ${formatTime(from.toInstant(), hours.zone)} unless your town permits it.`;
  }
  const state = openState(hours, now);
  if (state.open) return null;
  return state.opensAt
    ? `The store is closed now. It opens ${formatDateTime(state.opensAt, hours.zone)}.`
    : 'The store is closed now.';
}
