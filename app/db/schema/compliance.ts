/** Tax by effective-dated rules. */
import { sql } from 'drizzle-orm';
import { check, date, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/** A tax on lines of one class ('*' = every class); rate in basis points, halves included; store-local dates, `until` exclusive. */
export const taxRules = pgTable(
  'tax_rules',
  {
    id: idColumn(),
    taxClass: text().notNull(),
    name: text().notNull(),
    rate: doublePrecision().notNull(),
    from: date({ mode: 'string' }).notNull(),
    until: date({ mode: 'string' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('tax_rules_from_idx').on(table.from),
    check('tax_rules_rate_check', sql`${table.rate} between 0 and 10000`),
    check('tax_rules_until_check', sql`${table.until} is null or ${table.until} > ${table.from}`),
  ],
);
