/** Customer data beyond the sign-in: the compliance side, separate from `users`. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ageRejections, photoKinds, photoStates } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';
import { users } from './identity.ts';

/**
 * One profile per user, created at sign-up or first sign-in. The license number is never stored in plain text:
 * `licenseIdEncrypted` is encrypted, `licenseIdHash` is a keyed hash for finding duplicates, `licenseIdLast4` is what
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
    birthDate: date({ mode: 'string' }),
    isVerifiedOver21: boolean(),
    /** When staff made the current decision; null while undecided. */
    ageDecidedAt: instant(),
    /** Why staff rejected the age; shown to the customer. */
    ageRejection: text({ enum: ageRejections }),
    status: text({ enum: ['active', 'closed'] })
      .notNull()
      .default('active'),
    isBanned: boolean().notNull().default(false),
    banReason: text(),
    loyaltyPoints: integer().notNull().default(0),
    /** Pickups missed before this do not limit the customer's orders: staff lifted the limit. */
    missedCountFrom: instant(),
    lastActiveAt: instant(),
    /** Counts saves, so that a form opened before another save does not overwrite it. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    // The queue of age decisions, oldest first.
    index('customer_profiles_undecided_idx')
      .on(table.createdAt, table.userId)
      .where(sql`${table.isVerifiedOver21} is null and ${table.status} = 'active'`),
    index('customer_profiles_decided_idx')
      .on(table.ageDecidedAt)
      .where(sql`${table.ageDecidedAt} is not null`),
    index('customer_profiles_license_hash_idx').on(table.licenseIdHash),
    // The back office's lists of people, for each of their sorts and rarer filters.
    index('customer_profiles_joined_idx').on(table.createdAt, table.userId),
    index('customer_profiles_by_name_idx').on(table.fullName, table.userId),
    index('customer_profiles_license_idx')
      .on(table.licenseVerified, table.createdAt, table.userId)
      .where(sql`${table.licenseIdHash} is not null`),
    index('customer_profiles_banned_idx').on(table.createdAt, table.userId).where(sql`${table.isBanned}`),
    // Deleted accounts whose sales stay: few among all.
    index('customer_profiles_closed_idx').on(table.userId).where(sql`${table.status} = 'closed'`),
    // Matches part of a name or of a phone number, ignoring separators between its digits.
    index('customer_profiles_name_idx').using('gin', table.fullName.op('gin_trgm_ops')),
    index('customer_profiles_phone_idx').using(
      'gin',
      sql`regexp_replace(${table.phone}, '\\D', '', 'g') gin_trgm_ops`,
    ),
    check('customer_profiles_loyalty_check', sql`${table.loyaltyPoints} >= 0`),
    check('customer_profiles_age_rejection_check', isOneOf(table.ageRejection, ageRejections)),
  ],
);

/**
 * Photos of customers: of the license, and of themselves. The file is encrypted and stored in file storage under a
 * random key. The row exists before its file and until after the file is deleted, so that no file lacks a row:
 * `arriving` while the file is written, `kept` while it is in use, `leaving` when it should be deleted. A photo whose
 * owner is deleted should be deleted too.
 */
export const customerPhotos = pgTable(
  'customer_photos',
  {
    id: idColumn(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    kind: text({ enum: photoKinds }).notNull(),
    state: text({ enum: photoStates }).notNull().default('arriving'),
    fileKey: text().notNull(),
    contentType: text({ enum: ['image/jpeg', 'image/png'] }).notNull(),
    /** The key that encrypts the file; the file records it too. */
    keyId: text().notNull(),
    /** When the photo is deleted automatically at the latest; null for no limit. */
    deleteAfter: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('customer_photos_file_key').on(table.fileKey),
    uniqueIndex('customer_photos_kept_key').on(table.userId, table.kind).where(sql`${table.state} = 'kept'`),
    index('customer_photos_passing_idx').on(table.createdAt).where(sql`${table.state} <> 'kept'`),
    index('customer_photos_delete_after_idx').on(table.deleteAfter),
    check('customer_photos_kind_check', isOneOf(table.kind, photoKinds)),
    check('customer_photos_state_check', isOneOf(table.state, photoStates)),
  ],
);

/**
 * A staff note about a customer, never edited. `authorId` has no foreign key: the note outlives the author's account
 * and stores the name at the time.
 */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid().notNull(),
    authorName: text().notNull(),
    note: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('customer_notes_user_idx').on(table.userId, table.createdAt.desc())],
);
