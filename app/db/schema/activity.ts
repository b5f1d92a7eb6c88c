/** What people did: the customer's own history, and the audit trail that an inspector reads. */
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

/**
 * Append-only (a trigger refuses update and delete): who changed what, when, and how it looked before and
 * after. `actorId` has no foreign key: the trail outlives the account.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: idColumn(),
    actorId: uuid(),
    /** The name at the time: the trail is read long after accounts are gone. */
    actorName: text(),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    ipAddress: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_log_subject_idx').on(table.subjectType, table.subjectId, table.createdAt.desc()),
    index('audit_log_created_at_idx').on(table.createdAt.desc()),
  ],
);
