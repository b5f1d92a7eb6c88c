/** What people did: the customer’s own history. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';
import { users } from './identity.ts';

export const userActivity = pgTable(
  'user_activity',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activityType: text({
      enum: [
        'login',
        'mobile_login',
        'location_change',
        'profile_update',
        'security_alert',
        'license_verified',
      ],
    }).notNull(),
    description: text().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index('user_activity_user_idx').on(table.userId, table.createdAt.desc())],
);
