/** The runs of the backup. */
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { backupCauses, backupStatuses } from '#kernel/statuses.ts';
import { idColumn, instant, isOneOf } from './columns.ts';

/**
 * A run of the backup, written before its snapshot, so that every backup has the row of its own run, still running: a
 * restore marks it good.
 */
export const backups = pgTable(
  'backups',
  {
    id: idColumn(),
    /** In the place where backups are; restoring names it. */
    name: text().notNull().unique(),
    /** Where it is, for people; not secret. */
    place: text().notNull(),
    cause: text({ enum: backupCauses }).notNull(),
    status: text({ enum: backupStatuses }).notNull().default('running'),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** What it occupies, encrypted; of a run that is not good, null. So are the next two. */
    bytes: bigint({ mode: 'number' }),
    rowCount: bigint({ mode: 'number' }),
    fileCount: integer(),
    /** Whether the keys were backed up too. */
    hasKeys: boolean().notNull().default(false),
    /** Why it failed, in one sentence. */
    problem: text(),
    /** When it was last restored into a scratch database, and what was wrong then; null if nothing was. */
    checkedAt: instant(),
    checkProblem: text(),
    /** When it was deleted because newer ones replace it. */
    removedAt: instant(),
  },
  (table) => [
    check('backups_cause_check', isOneOf(table.cause, backupCauses)),
    check('backups_status_check', isOneOf(table.status, backupStatuses)),
    index('backups_started_at_idx').on(table.startedAt.desc()),
  ],
);
