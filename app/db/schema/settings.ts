import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, idColumn } from './columns.ts';

/**
 * One row per group of settings (store, pickup, checkout …); the settings room defines each group's schema and
 * defaults.
 */
export const storeSettings = pgTable('store_settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: createdAt(),
  updatedBy: uuid(),
});

/**
 * Every save of a group, append-only (a trigger refuses update and delete): the whole group before and after. The first
 * one is version 1. `changedBy` has no foreign key and the row stores the name: the record outlives the account.
 */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    id: idColumn(),
    name: text().notNull(),
    version: integer().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    changedBy: uuid().notNull(),
    changedByName: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('settings_versions_name_version_key').on(table.name, table.version)],
);

/** The content below a section's heading. Texts have their own markup (settings/content/inline-text.ts). */
export type ContentBlock =
  | { kind: 'paragraph' | 'heading'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] };

/** A part of a page: blocks below a heading; the short form is paragraphs and an optional list. */
export type ContentSection =
  | { heading: string; blocks: ContentBlock[] }
  | { heading: string; paragraphs: string[]; list?: string[] };

/**
 * Every published version of a page's text; the newest is shown, none is ever deleted (docs/law.md, Records). Names in
 * braces are replaced from the settings when the page renders, so an old version shows today's phone numbers.
 */
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
