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
    /** The day that repetitions are counted from, and the how manieth this one is: the 31st stays the 31st. */
    firstOn: date().notNull(),
    occurrence: integer().notNull().default(0),
    repeat: text({ enum: dateRepeats }).notNull(),
    /** So many days before, somebody is reminded. */
    reminderDays: jsonb().$type<number[]>().notNull(),
    doneAt: instant(),
    /** What comes after it, made when it was done. */
    nextId: uuid(),
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [check('store_dates_repeat_known', isOneOf(table.repeat, dateRepeats))],
);

/** A reminder that went out: once for a day that is due, however many instances and runs there are. */
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
