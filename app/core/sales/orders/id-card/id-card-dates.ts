/** Reads dates of an ID's barcode: eight digits, with the month or with the year in front. */
import type { StoreDate } from '#kernel/time.ts';
import { parseDate } from '#kernel/time.ts';
import type { IdCountry } from './issuers.ts';

/** MMDDCCYY or CCYYMMDD. */
export type DateOrder = 'month-first' | 'year-first';

const EARLIEST = 1880;
const LATEST = 2199;

/**
 * The orders in which cards of this version and country write dates: year first in version 01, month first in 02, and
 * from 03 on by country. Some US issuers put the year first against the standard.
 */
export function dateOrders(
  version: number,
  country: IdCountry,
  startsWithYear: boolean,
): readonly DateOrder[] {
  if (version === 1) return ['year-first'];
  if (version === 2) return ['month-first'];
  if (country === 'CA') return ['year-first'];
  return startsWithYear ? ['month-first', 'year-first'] : ['month-first'];
}

/**
 * The real day that eight digits are in one of these orders; null for anything else. No text is a day of 1880 to 2199 in
 * both orders: a year in front begins with 18 to 21, which is no month.
 */
export function readIdDate(text: string, orders: readonly DateOrder[]): StoreDate | null {
  if (!/^\d{8}$/.test(text)) return null;
  for (const order of orders) {
    const [year = '', month = '', day = ''] =
      order === 'year-first'
        ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
        : [text.slice(4), text.slice(0, 2), text.slice(2, 4)];
    if (Number(year) < EARLIEST || Number(year) > LATEST || Number(month) > 12) continue;
    const date = parseDate(`${year}-${month}-${day}`);
    if (date) return date;
  }
  return null;
}

/** Whether the text is a day in the order that the card should not use. */
export function isOtherOrder(text: string, orders: readonly DateOrder[]): boolean {
  const others = (['month-first', 'year-first'] as const).filter((order) => !orders.includes(order));
  return readIdDate(text, others) !== null;
}
