/** The keys that make a repeated request harmless. */
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { users } from './identity.ts';

/** One row per idempotency key: the same key gives the same order, with another input it is refused. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    input: text().notNull(),
    /**
     * What the attempt made: an order or a reservation. No foreign key, because the row is written first, so
     * that a second attempt with the same key waits for the outcome of this one.
     */
    madeId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
  ],
);
