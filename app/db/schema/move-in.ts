/** What came over from another system: its runs, and for each of its rows the row that it became here. */
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moveKinds, moveSources } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant } from './columns.ts';

/** A run of `npm run move-in`, also one that only reads. Its report has counts and sums, and nothing of a person. */
export const moveIns = pgTable(
  'move_ins',
  {
    id: idColumn(),
    source: text({ enum: moveSources }).notNull(),
    /** Where it read, without user and password: a run needs a dry run of the same place. */
    place: text().notNull(),
    kind: text({ enum: moveKinds }).notNull(),
    startedAt: createdAt(),
    /** null while it runs, and for one that was killed. */
    endedAt: instant(),
    report: jsonb(),
  },
  (table) => [index('move_ins_started_idx').on(table.startedAt)],
);

/**
 * A row of another system and what it became. A repeated run writes only rows whose hash differs; an undo deletes what
 * is ours. `ourId` has no foreign key, because it names rows of many tables; null for a row that was left out.
 */
export const movedRows = pgTable(
  'moved_rows',
  {
    source: text({ enum: moveSources }).notNull(),
    kind: text().notNull(),
    sourceId: text().notNull(),
    ourId: text(),
    /** False for a row that was here before, such as the owner's account. */
    isOurs: boolean().notNull().default(true),
    /** Keyed, because the rows have license numbers. */
    hash: text().notNull(),
    /** What the row had that waits for a person to decide, such as a role. */
    about: jsonb().$type<Record<string, string>>(),
    movedAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.sourceId] }),
    index('moved_rows_our_idx').on(table.kind, table.ourId),
    index('moved_rows_about_idx').on(table.kind).where(sql`${table.about} is not null`),
  ],
);
