/** The store's clock: what time and which day it is where the counter stands. */
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
 * Read once at the beginning of a request or command and handed on, so that all of it happens at one moment and on
 * one day. @param now given by tests and by commands that are told when they happen.
 */
export async function storeClock(now: Temporal.Instant = systemClock()): Promise<StoreClock> {
  const { zone } = (await readSettings()).store;
  return { now, zone, today: storeDate(now, zone) };
}
