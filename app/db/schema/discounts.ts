/** Offers: lower prices with hours, limits and terms. A product's own discount is on its row. */
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { offerKinds } from '#kernel/statuses.ts';
import { createdAt, instant, isOneOf } from './columns.ts';

/** At least this many units of these products, or of the products of these categories, also of later ones. */
export type StoredOfferPart = { products: number[]; categories: number[]; units: number };

/** On these days of the week (1 is Monday; none means every day), from and until a time of the store's clock, '16:00'. */
export type StoredOfferHours = { weekdays: number[]; from: string; until: string };

/**
 * An offer is never deleted: order lines name the one that gave their price. With several parts it needs all of them in one
 * order. `amount` is a percentage of the list price, cents off, or the price in cents.
 */
export const offers = pgTable(
  'offers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    terms: text().notNull(),
    kind: text({ enum: offerKinds }).notNull(),
    amount: integer().notNull(),
    parts: jsonb().$type<StoredOfferPart[]>().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** null for the whole time between start and end. */
    hours: jsonb().$type<StoredOfferHours>(),
    /** The most units for one person, and for all together; null without such a limit. */
    mostPerPerson: integer(),
    mostUnits: integer(),
    /** When staff ended it before its time; null again once it was started again. */
    endedAt: instant(),
    /** Counts saves. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('offers_ends_idx').on(table.endsAt, table.id),
    check('offers_kind_check', isOneOf(table.kind, offerKinds)),
    check(
      'offers_amount_check',
      sql`${table.amount} > 0 and (${table.kind} <> 'percent' or ${table.amount} < 100)`,
    ),
    check('offers_terms_check', sql`${table.name} <> '' and ${table.terms} <> ''`),
    check('offers_times_check', sql`${table.startsAt} < ${table.endsAt}`),
    check('offers_limits_check', sql`${table.mostPerPerson} > 0 and ${table.mostUnits} > 0`),
  ],
);
