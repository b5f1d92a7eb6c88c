/** What the owner decides: facts of the licence, hours, holds, limits, taxes, texts. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/** One row per group of settings (store, pickup, checkout …); the settings room gives each its schema and defaults. */
export const storeSettings = pgTable('store_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: createdAt(),
  updatedBy: uuid(),
});

/** A tax on lines of one class ('*' = every class); rate in basis points; store-local dates, `until` exclusive. */
export const taxRules = pgTable(
  'tax_rules',
  {
    id: idColumn(),
    taxClass: text().notNull(),
    name: text().notNull(),
    rate: integer().notNull(),
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

/** A block of a page: a heading with paragraphs and, where there is one, a list. */
export type ContentSection = { heading: string; paragraphs: string[]; list?: string[] };

/** Every published version of a page's text; the newest is shown, none is ever deleted (docs/law.md, Records). */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: idColumn(),
    slug: text().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    sections: jsonb().$type<ContentSection[]>().notNull(),
    publishedAt: createdAt(),
    publishedBy: uuid(),
  },
  (table) => [uniqueIndex('content_versions_slug_version_key').on(table.slug, table.version)],
);
