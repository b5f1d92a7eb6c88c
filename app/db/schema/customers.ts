/** What the shop knows of a customer beyond the sign-in: the compliance side, kept apart from `users`. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';
import { users } from './identity.ts';

/**
 * One profile per user, made at sign-up or first sign-in. The license number is never stored readable:
 * `licenseIdEncrypted` is encrypted, `licenseIdHash` a keyed hash for finding doubles, `licenseIdLast4` what
 * screens show. `isVerifiedOver21`: null undecided, true approved, false rejected.
 */
export const customerProfiles = pgTable(
  'customer_profiles',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text().notNull(),
    phone: text(),
    address: text(),
    city: text(),
    state: text(),
    zipcode: text(),
    licenseIdEncrypted: text(),
    licenseIdHash: text(),
    licenseIdLast4: text(),
    licenseState: text(),
    licenseVerified: boolean().notNull().default(false),
    licensePhotoKey: text(),
    photoKey: text(),
    birthDate: date({ mode: 'string' }),
    isVerifiedOver21: boolean(),
    status: text({ enum: ['active', 'closed'] })
      .notNull()
      .default('active'),
    isBanned: boolean().notNull().default(false),
    banReason: text(),
    loyaltyPoints: integer().notNull().default(0),
    lastActiveAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('customer_profiles_undecided_idx').on(table.fullName).where(sql`${table.isVerifiedOver21} is null`),
    index('customer_profiles_license_hash_idx').on(table.licenseIdHash),
    index('customer_profiles_created_at_idx').on(table.createdAt),
    check('customer_profiles_loyalty_check', sql`${table.loyaltyPoints} >= 0`),
  ],
);

/** Which messages a customer wants; a customer without a row has these defaults. Specification section 3. */
export const userPreferences = pgTable('user_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  orderUpdates: boolean().notNull().default(true),
  accountUpdates: boolean().notNull().default(true),
  promotional: boolean().notNull().default(false),
  emailNotifications: boolean().notNull().default(true),
  pushNotifications: boolean().notNull().default(false),
  updatedAt: createdAt(),
});
