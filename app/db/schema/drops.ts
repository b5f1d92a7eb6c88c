/** Files that were dropped in together and are not matched with a lot or product yet. */
import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { dropKinds } from '#kernel/statuses.ts';
import { createdAt, idColumn, isOneOf } from './columns.ts';

/** One file: stored under `key`, or refused for `problem`. Deleted when it is matched, or after some days. */
export const droppedFiles = pgTable(
  'dropped_files',
  {
    id: idColumn(),
    kind: text({ enum: dropKinds }).notNull(),
    /** As its sender named it, cleaned: only people read it. */
    name: text().notNull(),
    /** As `product_images.key` and `lots.coa_key`. */
    key: text(),
    /** Of a picture, as `product_images.tint`. */
    tint: text(),
    /** Why it cannot be used, in words. */
    problem: text(),
    actorId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    // The same file under the same name is one.
    uniqueIndex('dropped_files_key').on(table.kind, table.key, table.name),
    check('dropped_files_kind_check', isOneOf(table.kind, dropKinds)),
    check('dropped_files_stored_check', sql`(${table.key} is null) <> (${table.problem} is null)`),
  ],
);
