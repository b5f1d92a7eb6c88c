/** What came over from another system: its runs, and for each of its rows the row that it became here. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { fileMoveStatuses, moveKinds, moveSources } from '#kernel/statuses.ts';
import { bytea, createdAt, idColumn, instant, isOneOf } from './columns.ts';

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

/** Files that an admin brings together in the office; the newest one counts. */
export const fileMoves = pgTable(
  'file_moves',
  {
    id: idColumn(),
    status: text({ enum: fileMoveStatuses }).notNull().default('choosing'),
    /** Why it failed, or why an undo was refused, in words. */
    problem: text(),
    /** Of the last run that ended. */
    report: jsonb(),
    /** Rows read by the current work, of how many. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** When the process that works on it last said so. */
    beatAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [check('file_moves_status_check', isOneOf(table.status, fileMoveStatuses))],
);

/** One of the files, and which of its columns is what. */
export const moveFiles = pgTable(
  'move_files',
  {
    id: idColumn(),
    moveId: uuid()
      .notNull()
      .references(() => fileMoves.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    encoding: text().notNull(),
    decimalCommas: boolean().notNull(),
    header: jsonb().$type<string[]>().notNull(),
    /** Rows above the heads. */
    headAt: integer().notNull(),
    /** Rows below them. */
    rows: integer().notNull(),
    /** The system that wrote it; null for a spreadsheet. */
    system: text(),
    /** What is in it; null until a person says so. */
    kind: text(),
    /** Field → column. */
    mapping: jsonb().$type<Record<string, number>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('move_files_move_idx').on(table.moveId)],
);

/** Its bytes, encrypted: people, their addresses and birth dates. Deleted a week later. */
export const moveFilePieces = pgTable(
  'move_file_pieces',
  {
    fileId: uuid()
      .notNull()
      .references(() => moveFiles.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.position] })],
);

/** Rows that were left out, or came over otherwise than they were, of the last run of each kind. */
export const fileMoveRows = pgTable(
  'file_move_rows',
  {
    moveId: uuid()
      .notNull()
      .references(() => fileMoves.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** 'customers.csv, line 12' */
    place: text().notNull(),
    isLeftOut: boolean().notNull(),
    reason: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.moveId, table.kind, table.place, table.reason] })],
);
