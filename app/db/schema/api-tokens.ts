/** Tokens with which programs use the API: of the store, issued by admins, or of customers for their own orders. */

import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn, instant } from './columns.ts';
import { users } from './identity.ts';

/**
 * The secret itself is shown once and stored as a hash; `prefix` is its beginning, by which people recognize it. A
 * revoked token has no row. A ban deletes all tokens of the person (trigger `customer_profiles_end_sessions`).
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The store's, as opposed to a customer's own. */
    forStore: boolean().notNull(),
    name: text().notNull(),
    prefix: text().notNull(),
    secretHash: text().notNull().unique(),
    scopes: text().array().notNull(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_tokens_user_id_idx').on(table.userId),
    check('api_tokens_scopes_check', sql`cardinality(${table.scopes}) > 0`),
    check('api_tokens_year_check', sql`${table.expiresAt} <= ${table.createdAt} + interval '366 days'`),
  ],
);
