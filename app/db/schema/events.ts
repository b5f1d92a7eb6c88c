/** Domain events, for other rooms to react to. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/** Append-only: an event, committed together with the change that caused it. */
export const events = pgTable(
  'events',
  {
    id: idColumn(),
    kind: text().notNull(),
    subjectId: text().notNull(),
    actorId: uuid(),
    payload: jsonb().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index('events_subject_idx').on(table.subjectId, table.createdAt)],
);
