/** What staff did at the counter while their tablet had no network. */

import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn, instant } from './columns.ts';

/**
 * An action that waited on a tablet and was accepted: sent again, it does nothing. The record of what was done is the
 * command's own (audit log, packed units, ID checks); rows are deleted after some weeks.
 */
export const offlineActions = pgTable(
  'offline_actions',
  {
    /** Made by the tablet. */
    id: idColumn(),
    /** Who did it; only this person's session sends it. */
    userId: uuid().notNull(),
    /** The order's number. */
    orderNumber: text().notNull(),
    kind: text().notNull(),
    /** When it was done, by the tablet's clock. */
    doneAt: instant().notNull(),
    /** The order's version afterwards, which the tablet knows then; 0 if someone else had changed the order. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('offline_actions_created_idx').on(table.createdAt)],
);
