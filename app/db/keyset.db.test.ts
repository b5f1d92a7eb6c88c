import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categories } from '#db/schema/catalogue.ts';
import type { Position } from '#kernel/list-state.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { eachRow, type Keyset, type KeysetQuery, readKeysetPage } from './keyset.ts';

/** The same for many rows, so only the tie-break orders them. */
const fourth = sql<number>`((${categories.id} - 1) % 4)`;
const keyset: Keyset = {
  columns: [
    { expression: fourth, type: 'integer' },
    { expression: categories.id, type: 'integer' },
  ],
  descending: false,
};
let opened: FreshDatabase;
let all: number[];

beforeAll(async () => {
  opened = await freshDatabase();
  await opened.db
    .insert(categories)
    .values(Array.from({ length: 23 }, (_, n) => ({ name: `C${n}`, slug: `c${n}` })));
  const rows = await opened.db.select().from(categories).orderBy(asc(fourth), asc(categories.id));
  all = rows.map(({ id }) => id);
});
afterAll(() => opened.stop());

const read = ({ where, orderBy, limit, key }: KeysetQuery) =>
  opened.db
    .select({ id: categories.id, key })
    .from(categories)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
const page = async (position: Position | null, size = 5, sorted = keyset) =>
  readKeysetPage(sorted, position, size, read);
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe('keyset paging', () => {
  test('visits every row once, forward and back', async () => {
    const forwards: number[][] = [];
    let next: Position | null = null;
    do {
      const read = await page(next);
      forwards.push(ids(read.rows));
      expect(read.previous === null).toBe(next === null);
      next = read.next;
    } while (next);
    expect(forwards.flat()).toEqual(all);

    let at = await page({ direction: 'after', key: ['3', '-1'] });
    const last = ids(at.rows);
    while (at.previous) at = await page(at.previous);
    expect(ids(at.rows)).toEqual(all.slice(0, 5));
    expect(last).toEqual(all.slice(18, 23));
  });

  test('runs in descending order too', async () => {
    const down = { ...keyset, descending: true };
    const first = await page(null, 5, down);
    const second = await page(first.next, 5, down);
    const again = await page(second.previous, 5, down);
    expect([...ids(first.rows), ...ids(second.rows)]).toEqual(all.toReversed().slice(0, 10));
    expect(ids(again.rows)).toEqual(ids(first.rows));
  });

  test('fills the first page when less than a page precedes the position', async () => {
    const [, , third] = all;
    const { rows, previous } = await page({ direction: 'before', key: ['0', String(third)] });
    expect(ids(rows)).toEqual(all.slice(0, 5));
    expect(previous).toBeNull();
  });

  test('has no next page after the last full one', async () => {
    const whole = await page(null, 23);
    expect(whole.rows).toHaveLength(23);
    expect(whole.next).toBeNull();
  });

  test.each([[['0']], [['0', '1', '2']], [['zero', '1']], [['99999999999', '1']], [[0, 1]]])(
    'reads the unfit position %j as the first page',
    async (key) => {
      expect(ids((await page({ direction: 'after', key })).rows)).toEqual(all.slice(0, 5));
    },
  );

  test('compares timestamps to the microsecond and refuses anything else', async () => {
    const moment = sql`(timestamptz '2026-01-01 00:00:00Z' + categories.id * interval '1 microsecond')`;
    const byMoment: Keyset = { columns: [{ expression: moment, type: 'timestamptz' }], descending: false };
    const first = await page(null, 10, byMoment);
    expect(ids((await page(first.next, 30, byMoment)).rows)).toHaveLength(13);
    const invented: Position = { direction: 'after', key: ['2026-02-30 25:00:00+00'] };
    expect(ids((await page(invented, 10, byMoment)).rows)).toEqual(ids(first.rows));
  });

  test('reads every row in batches', async () => {
    const seen: number[] = [];
    for await (const row of eachRow(keyset, read, 5)) seen.push(row.id);
    expect(seen).toEqual(all);
  });
});
