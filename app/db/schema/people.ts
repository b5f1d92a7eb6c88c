/** Notes by staff about customers. */
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';
import { users } from './identity.ts';

/**
 * A staff note about a customer, never edited. `authorId` has no foreign key: the note outlives the author's account
 * and stores the name at the time.
 */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid().notNull(),
    authorName: text().notNull(),
    note: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('customer_notes_user_idx').on(table.userId, table.createdAt.desc())],
);
