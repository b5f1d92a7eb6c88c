/** What staff note down about the people they serve. */
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';
import { users } from './identity.ts';

/**
 * A note of staff about a customer, never rewritten. `authorId` has no foreign key: the note outlives the author's
 * account, and the name at the time stands in it.
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
