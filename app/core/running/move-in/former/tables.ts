/** How the former shop's tables are read, wherever they are, and how a value of theirs is understood. Pure. */

import { cleanLine, cleanText, sliceSafe, withoutControls } from '#kernel/text.ts';
import { parseDate } from '#kernel/time.ts';

/** A row by its columns' names: whatever columns it has. */
export type Row = Readonly<Record<string, unknown>>;

export const formerTables = [
  'auth.users',
  'auth.identities',
  'profiles',
  'customer_profiles',
  'user_roles',
  'customers',
  'categories',
  'products',
  'pickup_reservations',
  'orders',
  'order_items',
  'user_preferences',
  'user_activity',
  'notifications',
] as const;
export type FormerTable = (typeof formerTables)[number];

/** `left`: rows beyond the limit of one lookup, which were not read. */
export type Related = { rows: readonly Row[]; left: number };

export type FormerTables = {
  /** Without user and password. */
  place: string;
  has(table: FormerTable): boolean;
  /** Every row, in an order that never changes, in batches; of people, those who confirmed first. */
  rows(table: FormerTable): AsyncIterable<readonly Row[]>;
  /** The rows that have one of the values in one of the columns, up to a limit. */
  related(table: FormerTable, columns: readonly string[], values: readonly string[]): Promise<Related>;
  close(): Promise<void>;
};

/** The first of these columns that has something, as text; '' for none. */
export function textOf(row: Row | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const value = row?.[name];
    if (value === null || value === undefined || typeof value === 'object') continue;
    const text = String(value);
    if (text.trim() !== '') return text;
  }
  return '';
}

/** One line of at most this many characters, without what cannot be saved; null for none. */
export function lineOf(row: Row | undefined, most: number, ...names: readonly string[]): string | null {
  return limited(cleanLine(withoutControls(textOf(row, ...names).toWellFormed())), most);
}

/** The same with line breaks. */
export function proseOf(row: Row | undefined, most: number, ...names: readonly string[]): string | null {
  return limited(cleanText(withoutControls(textOf(row, ...names).toWellFormed())), most);
}

const limited = (text: string, most: number) => sliceSafe(text, most).trim() || null;

/** An id, as text: what other rows refer to. */
export const idOfRow = (row: Row | undefined, ...names: readonly string[]): string =>
  sliceSafe(withoutControls(textOf(row, ...names).toWellFormed()).trim(), 200);

const MOST_CENTS = 100_000_000;

/** '12.5', 12.5, '$1,234.50', '12.345' (rounded) as cents; null for none, for a negative one and for one of a million dollars and more. */
export function centsOf(row: Row | undefined, ...names: readonly string[]): number | null {
  const plain = textOf(row, ...names)
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/,(?=\d{3})/g, '');
  const [, whole = '', rest = ''] = /^(\d{0,9})(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === '' && rest === '') return null;
  // By digits: 1.005 is less than that in binary.
  const digits = `${rest}000`.slice(0, 3);
  const cents = Number(whole || '0') * 100 + Math.floor((Number(digits) + 5) / 10);
  return cents <= MOST_CENTS ? cents : null;
}

/** A whole number of at least 0; null for none. */
export function wholeOf(row: Row | undefined, ...names: readonly string[]): number | null {
  const text = textOf(row, ...names)
    .trim()
    .replace(/\.0+$/, '');
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** '24.5' as 2450; null for none, and for more than a hundred. */
export function percentOf(row: Row | undefined, ...names: readonly string[]): number | null {
  const text = textOf(row, ...names)
    .replace('%', '')
    .trim();
  const value = /^\d{1,3}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
  return value >= 0 && value <= 10_000 ? value : null;
}

/** null where nothing is said. */
export function flagOf(row: Row | undefined, ...names: readonly string[]): boolean | null {
  const text = textOf(row, ...names)
    .trim()
    .toLowerCase();
  if (/^(t|true|y|yes|1|on)$/.test(text)) return true;
  return /^(f|false|n|no|0|off)$/.test(text) ? false : null;
}

/** A word in one spelling: 'Picked Up' and 'PICKED-UP' are 'picked_up'. */
export const wordOf = (row: Row | undefined, ...names: readonly string[]): string =>
  textOf(row, ...names)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .slice(0, 40);

const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/** A moment as ISO text in UTC; one without a zone is UTC, as the database writes it. null for none. */
export function momentOfRow(row: Row | undefined, ...names: readonly string[]): string | null {
  const text = textOf(row, ...names).trim();
  const [, day = '', time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text,
    ) ?? [];
  if (day === '') return null;
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const date = new Date(`${day}T${time.slice(0, 12)}${offset.toUpperCase()}`);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year < LAST_YEAR ? date.toISOString() : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A birth date as people and programs write it: '1990-05-17', '5/17/1990', 'May 17, 1990'. null for none, and for two digits of a year. */
export function birthDateOf(row: Row | undefined, ...names: readonly string[]): string | null {
  const text = textOf(row, ...names).trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const named = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1], american[2]]
      : [named?.[3], String(MONTHS.indexOf(named?.[1]?.toLowerCase() ?? '') + 1), named?.[2]];
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return parseDate(date) === null || Number(year) < 1900 ? null : date;
}

/**
 * The bucket and the name of a file by its address: 'https://…/object/public/product-images/products/7/a.jpg', or its name
 * alone, which is of `bucket`. null for one that leads out of the bucket, and for other sites.
 */
export function fileOf(address: string, bucket: string): { bucket: string; path: string } | null {
  const plain = address.trim().split(/[?#]/)[0] ?? '';
  let path = plain;
  const found = /^https?:\/\/[^/]+\/(?:.*\/)?object\/(?:public|sign|authenticated)\/([^/]+)\/(.+)$/.exec(
    plain,
  );
  if (found) {
    if (found[1] !== bucket) return null;
    path = found[2] ?? '';
  } else if (/^[a-z]+:|^\/\//i.test(plain)) return null;
  try {
    path = decodeURIComponent(path);
  } catch {
    return null;
  }
  path = path.replace(/^\/+/, '').replace(new RegExp(`^${bucket}/`), '');
  return isSafePath(path) ? { bucket, path } : null;
}

/** Whether a file's name stays inside its folder. */
export function isSafePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= 500 &&
    path.isWellFormed() &&
    !/[\p{Cc}\\]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
