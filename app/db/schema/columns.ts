/** Column shapes that several tables share, so that one thing has one definition. */
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Time-ordered primary key (UUIDv7), made by PostgreSQL when the application does not bring one. */
export const idColumn = () => uuid().primaryKey().default(sql`uuidv7()`);

/** An instant; stored in UTC, shown in the store's time zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** When the row came to be. */
export const createdAt = () => instant().notNull().defaultNow();

/** Money in whole cents. */
export const centsColumn = () => integer();

/** For a check constraint: the column holds one of these names. */
export const isOneOf = (column: AnyPgColumn, names: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(names.map((name) => `'${name}'`).join(','))})`;
