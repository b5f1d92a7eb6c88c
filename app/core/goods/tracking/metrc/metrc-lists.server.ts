/** Reads lists of Metrc whole: pages of twenty, both bounds, and again if the list changed while it was read. */
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { MOST_TRACKED, type Right } from '../tracking.ts';
import { pageOf } from './metrc-answers.ts';
import type { MetrcClient } from './metrc-client.server.ts';
import { type MetrcLimits, trouble } from './metrc-connection.server.ts';

/** Metrc sends no more on a page. */
const PAGE = 20;
/** A list that changed while it was read is read once more. */
const READINGS = 2;
/** Before Metrc existed, so that a list is whole: without both bounds Metrc answers only what changed lately. */
const EARLIEST = Temporal.Instant.from('2013-01-01T00:00:00Z');

export type ListAsked<Row> = {
  right: Right;
  /** What changed since, or 'all'; without it the list has no window. */
  since?: Temporal.Instant | 'all';
  query?: Readonly<Record<string, string>>;
  /** Different for each row, so that a row that moved to another page is seen. Not every list has one. */
  keyOf?: (row: Row) => string | number;
  /** `performance.now()` when the reading of several lists began. */
  startedAt?: number;
};

export type MetrcLists = {
  /** Every row. Throws `too-many`, `unsteady` or `slow` rather than return a part. */
  read<T extends z.ZodType>(path: string, row: T, asked: ListAsked<z.infer<T>>): Promise<z.infer<T>[]>;
  /** What a page of this window is asked with. */
  queryOf(page: number, since: ListAsked<unknown>['since']): Record<string, string>;
};

export function metrcLists(
  client: MetrcClient,
  { limits, license, now }: { limits: MetrcLimits; license: string; now: () => Temporal.Instant },
): MetrcLists {
  const queryOf: MetrcLists['queryOf'] = (page, since) => ({
    licenseNumber: license,
    ...(since === undefined
      ? {}
      : {
          lastModifiedStart: (since === 'all' ? EARLIEST : since)
            .round({ smallestUnit: 'second', roundingMode: 'floor' })
            .toString(),
          // A day more than now: Metrc's clock may be ahead.
          lastModifiedEnd: now().add({ hours: 24 }).round('second').toString(),
        }),
    ...{ pageNumber: String(page), pageSize: String(PAGE) },
  });

  /** Every row, or null if the list changed while its pages were read. */
  async function readOnce<T extends z.ZodType>(
    path: string,
    row: T,
    { right, since, query = {}, keyOf, startedAt = performance.now() }: ListAsked<z.infer<T>>,
  ): Promise<z.infer<T>[] | null> {
    const answer = pageOf(row);
    const pageAt = (page: number) =>
      client.get(path, answer, { query: { ...queryOf(page, since), ...query }, right });
    const first = await pageAt(1);
    const { TotalRecords: total, TotalPages: pages } = first;
    if (total > MOST_TRACKED || pages > MOST_TRACKED / PAGE) throw trouble({ kind: 'too-many' });
    const all = [first];
    for (let page = 2; page <= pages; page += 2) {
      if (performance.now() - startedAt > limits.wholeMs) throw trouble({ kind: 'slow' });
      // Two at once, as the pace allows; the first that fails is the last.
      const numbers = page < pages ? [page, page + 1] : [page];
      all.push(...(await Promise.all(numbers.map(pageAt))));
    }
    const rows = all.flatMap(({ Data }) => Data);
    const count = keyOf ? new Set(rows.map(keyOf)).size : rows.length;
    return count === total && all.every(({ TotalRecords }) => TotalRecords === total) ? rows : null;
  }

  return {
    queryOf,
    async read(path, row, asked) {
      for (let reading = 1; reading <= READINGS; reading++) {
        const found = await readOnce(path, row, asked);
        if (found) return found;
      }
      throw trouble({ kind: 'unsteady' });
    },
  };
}
