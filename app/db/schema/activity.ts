/** Activity of people: the customer's own history. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { activityTypes } from '#kernel/statuses.ts';
import { createdAt, idColumn } from './columns.ts';
import { users } from './identity.ts';

export const userActivity = pgTable(
  'user_activity',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activityType: text({ enum: activityTypes }).notNull(),
    description: text().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index('user_activity_user_idx').on(table.userId, table.createdAt.desc(), table.id.desc())],
);
