/** Connections to services outside the shop that an admin set in the office. The environment's are not here. */
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { shopConnectionKinds } from '#kernel/statuses.ts';
import { createdAt, instant, isOneOf } from './columns.ts';

/** One row per kind. A change is announced, so that every instance uses it without a restart. */
export const shopConnections = pgTable(
  'shop_connections',
  {
    kind: text({ enum: shopConnectionKinds }).primaryKey(),
    /** Everything that was entered, encrypted as one text that is bound to the kind. */
    sealed: text().notNull(),
    /** Of the values: grows with every save. */
    version: integer().notNull().default(1),
    /** When these values were tested last; null before the first test. */
    testedAt: instant(),
    /** What the last test said if it failed; null if it worked. */
    trouble: text(),
    updatedAt: createdAt(),
    updatedBy: uuid(),
  },
  ({ kind }) => [check('shop_connections_kind_check', isOneOf(kind, shopConnectionKinds))],
);
