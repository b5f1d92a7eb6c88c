/** Walk-ins: orders that staff make at the counter for people without an account, before they become orders. */
import { check, date, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idKinds } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { orders } from './orders.ts';

/**
 * One unit to sell. `key` is of the scan or press that added it: sent again, it adds nothing. `code` is what was scanned,
 * null for a unit that was searched for; `unit` the state's code of this one unit, if the code was one.
 */
export type StoredWalkInUnit = { key: string; productId: number; code: string | null; unit: string | null };

/**
 * A walk-in from its ID check until its order has ended; then the row is deleted. Stores the outcome of the check and not
 * the document. Stores the name of the member of staff, because the ID check of the order outlives accounts.
 */
export const walkIns = pgTable(
  'walk_ins',
  {
    id: idColumn(),
    /** Of the form that started it: sent again with the same ID, that form starts nothing. */
    key: uuid().notNull().unique(),
    /** The account that will own the order. No one can sign in to it. */
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idKind: text({ enum: idKinds }).notNull(),
    issuer: text().notNull(),
    expiresOn: date({ mode: 'string' }).notNull(),
    checkedBy: uuid().notNull(),
    checkedByName: text().notNull(),
    units: jsonb().$type<StoredWalkInUnit[]>().notNull(),
    /** null until the order is made. */
    orderId: uuid()
      .unique()
      .references(() => orders.id),
    createdAt: createdAt(),
    /** When staff last worked on it: abandoned ones end some time after. */
    touchedAt: instant().notNull(),
  },
  (table) => [
    index('walk_ins_touched_idx').on(table.touchedAt),
    check('walk_ins_id_kind_check', isOneOf(table.idKind, idKinds)),
  ],
);
