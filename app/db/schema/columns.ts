/** Column shapes that several tables share, so that one thing has one definition. */
import { sql } from 'drizzle-orm';
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Time-ordered primary key (UUIDv7), made by PostgreSQL when the application does not bring one. */
export const idColumn = () => uuid().primaryKey().default(sql`uuidv7()`);

/** An instant; stored in UTC, shown in the store's time zone. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** When the row came to be. */
export const createdAt = () => instant().notNull().defaultNow();

/** Money in whole cents. */
export const centsColumn = () => integer();
