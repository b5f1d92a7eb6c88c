/** Requests that must count once: actions that waited on a tablet, and requests of programs with a key. */

import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn, instant } from './columns.ts';

/**
 * An action that waited on a tablet and was accepted, or is a hand-over whose refusal was recorded (`refused_hand_overs`): sent
 * again, it does nothing. The record of what was done is the command's own (audit log, packed units, ID checks); rows are
 * deleted after some weeks.
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
    /** When it was done, by the tablet's clock within bounds; `createdAt` is its arrival. */
    doneAt: instant().notNull(),
    /** The order's version afterwards, which the tablet knows then; 0 if someone else had changed the order. */
    version: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('offline_actions_created_idx').on(table.createdAt)],
);

/**
 * A request of the API with an Idempotency-Key that was done: sent again, it does nothing and has the same answer. No
 * foreign key to the token, because a ban locks tokens after what a command locks. Rows are deleted after two days.
 */
export const apiRequests = pgTable(
  'api_requests',
  {
    tokenId: uuid().notNull(),
    key: uuid().notNull(),
    /** A hash of the operation and everything sent with it. */
    input: text().notNull(),
    /** What the command returned; written with what it changed. */
    result: jsonb(),
    /** The body of the answer; null where the process ended before it was sent. */
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenId, table.key] }),
    index('api_requests_created_idx').on(table.createdAt),
  ],
);
