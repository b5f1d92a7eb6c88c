/** Saved views of lists: the filters and sort from a list's URL, under a name. */
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';
import { users } from './identity.ts';

export const savedViews = pgTable(
  'saved_views',
  {
    id: idColumn(),
    /** The list's name, 'orders'. */
    list: text().notNull(),
    name: text().notNull(),
    /** The list's state as a query string. */
    query: text().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whether all staff see it. */
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_views_name_key').on(table.list, table.ownerId, table.name),
    index('saved_views_list_idx').on(table.list),
  ],
);

/** The columns of a list that a person at work does not want to see; no row means all. */
export const listColumns = pgTable(
  'list_columns',
  {
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The list's name, 'orders'. */
    list: text().notNull(),
    /** Headings: a column that is added later is shown. */
    hidden: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.list] })],
);
