/**
 * The state of a back-office list: filters, sort and position. One schema per list reads it from the URL and writes it
 * back, so a list can be linked to, saved as a view, exported and returned to.
 *
 * ```ts
 * export const orderList = defineList({
 *   name: 'orders',
 *   filters: { email: textFilter('Email'), status: choiceFilter('Status', orderStatusOptions) },
 *   sorts: { created: 'Created', total: 'Total' },
 *   defaultSort: '-created',
 * });
 * const state = orderList.parse(url.searchParams);   // malformed values count as absent
 * `?${orderList.query(state, { sort: 'total' })}`    // a link; changing a filter or sort goes to the first page
 * ```
 */
import { formatNumber } from './number.ts';
import { isWellFormedText } from './text.ts';

export type FilterOption = { value: string; label: string };

export type Filter =
  /** `hint` is shown in the empty field. */
  (
    | { kind: 'text'; label: string; hint?: string }
    /** `all` is the label shown when nothing is chosen. */
    | { kind: 'choice'; label: string; options: readonly FilterOption[]; all: string }
    /** A store-local day, yyyy-mm-dd. */
    | { kind: 'date'; label: string }
  ) & {
    /** Set by links from other pages: the filter bar shows a field for it only while it is active. */
    byLink?: true;
    /** Chosen by tabs above the list, not in the filter bar. */
    inTabs?: true;
  };

/** Matches part of a text, ignoring case; at most 100 characters. */
export const textFilter = (label: string, hint?: string): Filter => ({ kind: 'text', label, hint });
/** One of several values; nothing chosen means all. */
export const choiceFilter = (label: string, options: readonly FilterOption[], all = 'All'): Filter => ({
  kind: 'choice',
  label,
  options,
  all,
});
/** A store-local day. */
export const dateFilter = (label: string): Filter => ({ kind: 'date', label });

/** A filter that links set and the filter bar otherwise hides. */
export const byLink = (filter: Filter): Filter => ({ ...filter, byLink: true });

/** A filter that tabs above the list set. */
export const inTabs = (filter: Filter): Filter => ({ ...filter, inTabs: true });

/** A sort key; a leading '-' means largest or newest first. */
export type SortOf<S extends string> = S | `-${S}`;

/**
 * Where a page starts: after or before the row with these values in the sort columns. It stays correct as rows are
 * added and removed, and page 5,000 costs the same as page 1.
 */
export type Position = {
  direction: 'after' | 'before';
  key: readonly (string | number)[];
  /** The number of that row in the list, as the link passed it. It only numbers the rows shown. */
  row?: number;
};

export type ListState<F extends string = string, S extends string = string> = {
  /** Values by filter name; inactive filters are absent. */
  filters: Readonly<Partial<Record<F, string>>>;
  sort: SortOf<S>;
  /** null is the first page. */
  position: Position | null;
};

export type ListChange<F extends string, S extends string> = {
  filters?: Readonly<Partial<Record<F, string | null>>>;
  sort?: SortOf<S>;
  position?: Position | null;
};

export type List<F extends string = string, S extends string = string> = {
  name: string;
  filters: Readonly<Record<F, Filter>>;
  sorts: Readonly<Record<S, string>>;
  defaultSort: SortOf<S>;
  parse(query: URLSearchParams): ListState<F, S>;
  /** The query string of a state with changes applied; without '?', and empty for the default list. */
  query(state: ListState<F, S>, change?: ListChange<F, S>): string;
  isFiltered(state: ListState<F, S>): boolean;
};

const MAXIMUM_TEXT = 100;
const MAXIMUM_POSITION = 600;

/** Creates a list's reader and writer from its schema. */
export function defineList<F extends string, S extends string>(schema: {
  name: string;
  filters: Readonly<Record<F, Filter>>;
  /** Labels in the sort menu, by key. */
  sorts: Readonly<Record<S, string>>;
  defaultSort: SortOf<NoInfer<S>>;
}): List<F, S> {
  const names = Object.keys(schema.filters) as F[];

  const parse = (query: URLSearchParams): ListState<F, S> => {
    const filters: Partial<Record<F, string>> = {};
    for (const name of names) {
      const value = readFilter(schema.filters[name], query.get(name));
      if (value !== null) filters[name] = value;
    }
    const sort = query.get('sort') ?? '';
    const isSort = Object.hasOwn(schema.sorts, sort.replace(/^-/, ''));
    return {
      filters,
      sort: isSort ? (sort as SortOf<S>) : schema.defaultSort,
      position: readPosition('after', query) ?? readPosition('before', query),
    };
  };

  const query = (state: ListState<F, S>, change: ListChange<F, S> = {}): string => {
    const filters = { ...state.filters, ...change.filters };
    const sort = change.sort ?? state.sort;
    const moved = change.filters !== undefined || change.sort !== undefined;
    const position = change.position !== undefined ? change.position : moved ? null : state.position;
    const written = new URLSearchParams();
    for (const name of names) {
      const value = filters[name];
      if (value) written.set(name, value);
    }
    if (sort !== schema.defaultSort) written.set('sort', sort);
    if (position) written.set(position.direction, writePosition(position.key));
    if (position?.row) written.set('row', String(position.row));
    return written.toString();
  };

  return {
    ...schema,
    parse,
    query,
    isFiltered: (state) => names.some((name) => state.filters[name] !== undefined),
  };
}

/** The sort's key and whether it is descending. */
export function splitSort<S extends string>(sort: SortOf<S>): { by: S; descending: boolean } {
  return sort.startsWith('-')
    ? { by: sort.slice(1) as S, descending: true }
    : { by: sort as S, descending: false };
}

/** Counting stops here: a larger number tells people nothing more and costs more to compute. */
export const COUNT_BOUND = 10_000;

/** How many rows a list has: the exact number, or the number at which counting stopped. */
export type Counted = number | { over: number };

/** '1 order', '37 orders', '10,000+ orders'. */
export function countText(counted: Counted, one: string, many: string): string {
  if (typeof counted === 'object') return `${formatNumber(counted.over)}+ ${many}`;
  return `${formatNumber(counted)} ${counted === 1 ? one : many}`;
}

/** The rows of one page, as far as their numbers are concerned. */
export type NumberedPage = {
  rows: readonly unknown[];
  previous: Position | null;
  next: Position | null;
  counted?: Counted;
};

/**
 * The numbers of the first and last row of a page; null if they are unknown. The first and the last page number
 * themselves, the others by the row number of their position, so an invented one changes nothing but the display.
 */
export function rowNumbers(
  { rows, previous, next, counted }: NumberedPage,
  position: Position | null,
): { first: number; last: number } | null {
  const size = rows.length;
  if (size === 0) return null;
  const row = position?.row;
  const first = !previous
    ? 1
    : !next && typeof counted === 'number'
      ? counted - size + 1
      : row === undefined
        ? null
        : position?.direction === 'after'
          ? row + 1
          : row - size;
  if (first === null || first < 1) return null;
  const last = first + size - 1;
  return typeof counted === 'number' && last > counted ? null : { first, last };
}

/** '1–25 of 1,078', '26–50 of 10,000+'; null without numbers or without a count. */
export function rangeText(page: NumberedPage, position: Position | null): string | null {
  const numbers = rowNumbers(page, position);
  if (!numbers || page.counted === undefined) return null;
  const [first, last] = [numbers.first, numbers.last].map((number) => formatNumber(number));
  return `${first}–${last} of ${countText(page.counted, '', '').trim()}`;
}

function readFilter(filter: Filter, given: string | null): string | null {
  const value = given?.trim() ?? '';
  if (value === '' || value.length > MAXIMUM_TEXT || !isWellFormedText(value)) return null;
  if (filter.kind === 'date') return isDay(value) ? value : null;
  if (filter.kind === 'choice') return filter.options.some((option) => option.value === value) ? value : null;
  return value;
}

/** Whether the text is a calendar day, yyyy-mm-dd. Browsers read lists too, so this avoids the date library. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Base64url of JSON: opaque to people, and safe in a URL for any text in a sort column. */
function writePosition(key: readonly (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function readPosition(direction: Position['direction'], query: URLSearchParams): Position | null {
  const text = query.get(direction);
  if (!text || text.length > MAXIMUM_POSITION) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const key: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(key) || key.length === 0 || key.length > 4) return null;
    const isPlain = (part: unknown) =>
      (typeof part === 'string' && isWellFormedText(part)) ||
      (typeof part === 'number' && Number.isFinite(part));
    const row = query.get('row') ?? '';
    return key.every(isPlain)
      ? { direction, key, ...(/^[1-9]\d{0,8}$/.test(row) ? { row: Number(row) } : {}) }
      : null;
  } catch {
    return null;
  }
}
