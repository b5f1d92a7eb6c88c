/** Reads the store's clock: the current time and day at the store. */
import type { Temporal } from 'temporal-polyfill';
import { type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import { readSettings } from './settings-queries.server.ts';

export type StoreClock = {
  now: Temporal.Instant;
  /** IANA name, such as 'America/New_York'. */
  zone: string;
  /** The store-local day. */
  today: StoreDate;
};

/**
 * Read once at the start of a request or command and passed on, so that everything happens at one moment and on one
 * day.
 * @param now set by tests and by commands that receive their time.
 */
export async function storeClock(now: Temporal.Instant = systemClock()): Promise<StoreClock> {
  const { zone } = (await readSettings()).store;
  return { now, zone, today: storeDate(now, zone) };
}
