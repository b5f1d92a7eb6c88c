/** Since when someone is a customer, in words. Pure. */
import { formatDate, instantOf, storeDate } from '#kernel/time.ts';

/** A move writes it for people whose former shop did not say; no account is that old. */
const UNKNOWN = Date.parse('2000-01-01T00:00:00.000Z');

/** 'Nov 5, 2026', by the calendar of the store; 'Unknown' for people a move brought without a date. */
export const joinedText = (createdAt: Date, zone: string): string =>
  createdAt.getTime() <= UNKNOWN ? 'Unknown' : formatDate(storeDate(instantOf(createdAt), zone));
