/** Favorites and back-in-stock alerts. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

export const favorites = pgTable(
  'favorites',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);

/**
 * A person's request for a notification when a sold-out product is back. A row waits until `notifiedAt` is set; then it
 * remains for a while, because the people just notified have the first claim on the units.
 */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    notifiedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('stock_alerts_waiting_key')
      .on(table.userId, table.productId)
      .where(sql`${table.notifiedAt} is null`),
    index('stock_alerts_line_idx')
      .on(table.productId, table.createdAt, table.id)
      .where(sql`${table.notifiedAt} is null`),
    index('stock_alerts_notified_idx')
      .on(table.productId, table.notifiedAt)
      .where(sql`${table.notifiedAt} is not null`),
  ],
);
