/** Dates that the owner must not miss: licenses, permits, tax returns. */
import { check, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { dateRepeats } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';

/** Store-local days as 'yyyy-mm-dd'. */
export const storeDates = pgTable(
  'store_dates',
  {
    id: idColumn(),
    title: text().notNull(),
    note: text().notNull().default(''),
    dueOn: date().notNull(),
    /** The day that repetitions count from, and which repetition this is, so that the 31st stays the 31st. */
    firstOn: date().notNull(),
    occurrence: integer().notNull().default(0),
    repeat: text({ enum: dateRepeats }).notNull(),
    /** Days before the due date on which staff are reminded. */
    reminderDays: jsonb().$type<number[]>().notNull(),
    doneAt: instant(),
    /** The next occurrence, created when this one is done. */
    nextId: uuid(),
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [check('store_dates_repeat_known', isOneOf(table.repeat, dateRepeats))],
);

/** A reminder that was sent: once per due day, whatever the number of instances and runs. */
export const dateReminders = pgTable(
  'date_reminders',
  {
    dateId: uuid()
      .notNull()
      .references(() => storeDates.id, { onDelete: 'cascade' }),
    dueOn: date().notNull(),
    daysBefore: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.dateId, table.dueOn, table.daysBefore] })],
);
