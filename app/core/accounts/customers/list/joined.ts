/** Since when someone is a customer, in words. Pure. */
import { formatDate, instantOf, LONG_AGO, storeDate } from '#kernel/time.ts';

/** 'Nov 5, 2026', by the calendar of the store; 'Unknown' for people a move brought without a date. */
export const joinedText = (createdAt: Date, zone: string): string =>
  createdAt.getTime() <= Date.parse(LONG_AGO) ? 'Unknown' : formatDate(storeDate(instantOf(createdAt), zone));
