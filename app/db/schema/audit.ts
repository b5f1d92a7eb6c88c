/** The audit trail: what staff did. */
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/**
 * The searchable text of an entry: the action, its subject, the values before and after, and the reason; indexed for
 * entries outside of batches.
 */
export const auditFindText = (
  table: Record<'action' | 'subjectId' | 'before' | 'after' | 'reason', AnyPgColumn>,
): SQL =>
  sql`(${table.action} || ' ' || ${table.subjectId} || ' ' || coalesce(${table.before}::text, '') || ' ' || coalesce(${table.after}::text, '') || ' ' || coalesce(${table.reason}, ''))`;

/** The reason for most changes in an import: the product is in the file. */
export const IMPORT_REASON = 'CSV import';

/** An import's entry with a different reason. */
export const isUnusualOfImport = (table: Record<'batchId' | 'reason', AnyPgColumn>): SQL =>
  sql`${table.batchId} is not null and ${table.reason} <> ${sql.raw(`'${IMPORT_REASON}'`)}`;

/** The searchable text of those entries, in addition to the product's. */
export const auditBatchText = (table: Record<'action' | 'reason', AnyPgColumn>): SQL =>
  sql`(${table.action} || ' ' || coalesce(${table.reason}, ''))`;

/**
 * Append-only (a trigger refuses update and delete): who changed what, when, and the values before and after. `actorId`
 * has no foreign key: the trail outlives the account.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: idColumn(),
    actorId: uuid(),
    /** The name at the time: the trail is read long after accounts are deleted. */
    actorName: text(),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    reason: text(),
    ipAddress: text(),
    /** The import of thousands of changes that this entry belongs to; searches match the product's text instead. */
    batchId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_log_subject_idx').on(table.subjectType, table.subjectId, table.createdAt.desc()),
    index('audit_log_created_at_idx').on(table.createdAt.desc()),
    index('audit_log_find_idx')
      .using('gin', sql`${auditFindText(table)} gin_trgm_ops`)
      .where(sql`${table.batchId} is null`),
    index('audit_log_batch_find_idx')
      .using('gin', sql`${auditBatchText(table)} gin_trgm_ops`)
      .where(isUnusualOfImport(table)),
    index('audit_log_actor_idx').using('gin', table.actorName.op('gin_trgm_ops')),
    index('audit_log_account_idx').on(table.actorId, table.createdAt),
    index('audit_log_action_idx').on(table.action, table.createdAt),
  ],
);
