/** The audit trail: what staff did. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

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
