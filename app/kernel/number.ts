/**
 * '1,234,567' or '1,234.5': a number as US English groups its digits. `toLocaleString` writes the same, but its first call
 * loads the browser's locale data: 20 ms of a fast machine, during which a shopper's phone answers no tap.
 */
export function formatNumber(value: number): string {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/**
 * The largest value of a PostgreSQL `integer`: ids of products and lots, versions, cents. A statement with a larger one
 * fails instead of finding nothing.
 */
export const MAX_INTEGER = 2_147_483_647;

/** Whether an `integer` column can hold the value, from `least` up. */
export const fitsInteger = (value: unknown, least = 1): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= MAX_INTEGER;

/** A number from 1 to `maximum` in plain digits; null for anything else. */
export function wholeNumber(value: FormDataEntryValue | null, maximum = MAX_INTEGER): number | null {
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= 1 && number <= maximum ? number : null;
}
