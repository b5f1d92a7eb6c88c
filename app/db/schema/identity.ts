/**
 * Who can sign in. The first five tables have the shape Better Auth expects; nothing about age, licenses
 * or bans lives here, because these columns are reachable through its own endpoints.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { roles } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: idColumn(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email_lower_key').on(sql`lower(${table.email})`),
    // A part of an address is looked for in lists of the back office.
    index('users_email_idx').using('gin', table.email.op('gin_trgm_ops')),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
);

export const accounts = pgTable(
  'accounts',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('accounts_user_id_idx').on(table.userId),
    uniqueIndex('accounts_provider_account_key').on(table.providerId, table.accountId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: idColumn(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [index('verifications_identifier_idx').on(table.identifier)],
);

export const rateLimits = pgTable('rate_limits', {
  id: idColumn(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
});

/**
 * Sign-ups that nobody has confirmed yet: no accounts. Each has a password and details of its own, so that
 * whoever begins one with somebody else's address leaves nothing behind in the account its owner confirms.
 * `id` becomes the account's, to which the encrypted license number is bound.
 */
export const signUps = pgTable(
  'sign_ups',
  {
    id: idColumn(),
    email: text().notNull(),
    fullName: text().notNull(),
    password: text().notNull(),
    phone: text(),
    address: text(),
    birthDate: date({ mode: 'string' }).notNull(),
    licenseIdEncrypted: text(),
    licenseIdHash: text(),
    licenseIdLast4: text(),
    licenseState: text(),
    /** The page to go back to after confirming. */
    returnTo: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sign_ups_email_idx').on(sql`lower(${table.email})`),
    index('sign_ups_expires_at_idx').on(table.expiresAt),
  ],
);

/** The role of a user; a user without a row is a customer (`user`). Specification section 3. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull().default('user'),
    updatedAt: createdAt(),
  },
  (table) => [check('user_roles_role_check', isOneOf(table.role, roles))],
);
