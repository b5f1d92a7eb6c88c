/** A day on which a person worked, as the audit log shows it. Pure. Not a time clock: what no record has is not counted. */
import type { Temporal } from 'temporal-polyfill';

/** From the first to the last act of a store day. `signIns` by password or passkey, `takeOvers` of a tablet by PIN. */
export type WorkDay = {
  /** yyyy-mm-dd */
  day: string;
  first: Temporal.Instant;
  last: Temporal.Instant;
  acts: number;
  signIns: number;
  takeOvers: number;
};

/** '8 h 5 min', '40 min'; less than a minute is '–'. Of time that passed, so an hour that clocks skip is not in it. */
export function hoursWords(first: Temporal.Instant, last: Temporal.Instant): string {
  const minutes = Math.floor((last.epochMilliseconds - first.epochMilliseconds) / 60_000);
  if (minutes < 1) return '–';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}
