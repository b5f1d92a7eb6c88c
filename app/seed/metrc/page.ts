/** Lists: which rows a window shows, and one page of them. */

/** A row with the moment of its last change, ISO in UTC, so that moments compare as texts. It is written only if its page shows it. */
export type Dated = { at: string; row: () => Record<string, unknown> };

export type Window = { start: string | null; end: string | null };

const DAY = 86_400_000;

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/**
 * The rows that the window shows; null if the window is not valid or wider than allowed. `narrow`: without both ends
 * only what changed in the last day.
 */
export function inWindow(
  rows: readonly Dated[],
  { start, end }: Window,
  { now, narrow, widestHours }: { now: Date; narrow: boolean; widestHours: number | null },
): Dated[] | null {
  if (start !== null && end !== null) {
    const [from, to] = [Date.parse(start), Date.parse(end)];
    if (!(from <= to) || (widestHours !== null && to - from > widestHours * 3_600_000)) return null;
    const [first, last] = [isoOf(from), isoOf(to)];
    return rows.filter(({ at }) => at >= first && at <= last);
  }
  const yesterday = isoOf(now.getTime() - DAY);
  return narrow ? rows.filter(({ at }) => at > yesterday) : [...rows];
}

/** At most this many rows a page. */
export const LARGEST_PAGE = 20;

/** One page as Metrc answers it. Null for a page or size that is not valid, or a size over the largest. */
export function pageOf(
  rows: readonly Dated[],
  { page, size }: { page: string | null; size: string | null },
  largest: number,
): Record<string, unknown> | null {
  const number = Number(page ?? 1);
  const pageSize = Number(size ?? Math.min(largest, Math.max(rows.length, 1)));
  if (!isCount(number) || !isCount(pageSize) || pageSize > largest) return null;
  const shown = rows.slice((number - 1) * pageSize, number * pageSize).map(({ row }) => row());
  return {
    Data: shown,
    Total: rows.length,
    TotalRecords: rows.length,
    PageSize: pageSize,
    RecordsOnPage: shown.length,
    Page: number,
    CurrentPage: number,
    TotalPages: Math.ceil(rows.length / pageSize),
  };
}

const isCount = (number: number) => Number.isInteger(number) && number > 0;
