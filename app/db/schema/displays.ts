/** Screens that customers see: displays at registers, and waiting screens; and what is in front of each register. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { centsColumn, createdAt, idColumn, instant } from './columns.ts';
import { registers } from './line.ts';
import { orders } from './orders.ts';
import { walkIns } from './walk-ins.ts';

/** A screen that staff paired. Its cookie shows one register, or the line, and opens nothing else. */
export const displays = pgTable(
  'displays',
  {
    id: idColumn(),
    /** Whose customer it shows; null for a waiting screen. */
    registerId: uuid().references(() => registers.id, { onDelete: 'cascade' }),
    /** The code that its screen shows; null once it has come for its pairing. */
    code: text().unique(),
    /** Of its cookie; null until it came. */
    tokenHash: text().unique(),
    pairedByName: text().notNull(),
    /** When it asked last, within a minute. */
    seenAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('displays_register_idx').on(table.registerId),
    check('displays_paired_check', sql`(${table.code} is null) <> (${table.tokenHash} is null)`),
  ],
);

/** What a register's tablet has open, as it says every few seconds; old rows mean nothing. */
export const shownOrders = pgTable(
  'shown_orders',
  {
    registerId: uuid()
      .primaryKey()
      .references(() => registers.id, { onDelete: 'cascade' }),
    orderId: uuid().references(() => orders.id, { onDelete: 'cascade' }),
    walkInId: uuid().references(() => walkIns.id, { onDelete: 'cascade' }),
    /** Cents that the customer gave, as typed so far; null before that. */
    received: centsColumn(),
    shownAt: instant().notNull(),
  },
  (table) => [
    check('shown_orders_one_check', sql`num_nonnulls(${table.orderId}, ${table.walkInId}) <= 1`),
    check('shown_orders_received_check', sql`${table.received} >= 0`),
  ],
);
