/** Idempotency keys, which make repeated requests harmless, and customers' carts. */
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './identity.ts';

/** One row per idempotency key: the same key returns the same order, and is refused with different input. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid().notNull(),
    input: text().notNull(),
    /**
     * The order or reservation that the attempt created. No foreign key, because this row is written first, so that a
     * second attempt with the same key waits for the outcome of the first.
     */
    madeId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
  ],
);

/** A customer's cart, the same on all their devices (docs/decisions/0006-cart-in-the-browser-with-a-mirror.md). */
export const carts = pgTable('carts', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** '12:2.57:1', as in the cookie. */
  lines: text().notNull(),
  /** Counts the saves: a browser names the one it has seen. */
  version: integer().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});
