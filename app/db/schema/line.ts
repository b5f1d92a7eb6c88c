/** The line at the counter: registers, and the numbers of people who wait at the store. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { lanes } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { orders } from './orders.ts';
import { walkIns } from './walk-ins.ts';

/** A place at the counter where one person is served at a time. */
export const registers = pgTable(
  'registers',
  { id: idColumn(), name: text().notNull(), createdAt: createdAt() },
  (table) => [
    uniqueIndex('registers_name_idx').on(sql`lower(${table.name})`),
    check('registers_name_check', sql`${table.name} <> ''`),
  ],
);

/**
 * A number in the line of one day, of pickups (P5) or of walk-ins (W5). Its row stays for the day, also after the person
 * left: no number is given to a second person. Rows of earlier days are deleted.
 */
export const lineNumbers = pgTable(
  'line_numbers',
  {
    /** Store-local. */
    day: date({ mode: 'string' }).notNull(),
    lane: text({ enum: lanes }).notNull(),
    number: smallint().notNull(),
    /** Of the form that asked for it: sent again, it takes no second number. null for what is no form. */
    key: uuid().unique(),
    orderId: uuid().references(() => orders.id, { onDelete: 'set null' }),
    /** The walk-in that this person began; null before that, and once it has ended. */
    walkInId: uuid()
      .unique()
      .references(() => walkIns.id, { onDelete: 'set null' }),
    /** By which staff tell walk-ins apart; null without any. */
    initials: text(),
    takenAt: instant().notNull(),
    /** When it was called last, and to which register; null before that. Without a register it was called to the counter. */
    calledAt: instant(),
    /** Of the form that called it: sent again, it calls no one else. */
    callKey: uuid().unique(),
    registerId: uuid().references(() => registers.id, { onDelete: 'set null' }),
    /** When staff said that the person is not here; null for everyone else. */
    leftAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.lane, table.number] }),
    uniqueIndex('line_numbers_order_idx').on(table.orderId, table.day),
    index('line_numbers_register_idx').on(table.registerId),
    check('line_numbers_lane_check', isOneOf(table.lane, lanes)),
    check('line_numbers_number_check', sql`${table.number} > 0`),
  ],
);
