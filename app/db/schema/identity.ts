/** Who can sign in, and how. Nothing about age, licenses or bans is stored here: that is in `customers.ts`. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { JWK } from 'jose';
import { rights, roles, textCodeStatuses } from '#kernel/statuses.ts';
import { createdAt, idColumn, instant, isOneOf } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: idColumn(),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** The person's own API tokens from before then no longer count. */
    accessEndedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_email_lower_key').on(sql`lower(${table.email})`),
    // Back-office lists search by part of an address.
    index('users_email_idx').using('gin', table.email.op('gin_trgm_ops')),
  ],
);

/**
 * Tablets that staff share at the counter. The cookie has the token, of which the hash is stored; it opens nothing by
 * itself. No foreign key: the name at the time outlives the account.
 */
export const sharedTablets = pgTable('shared_tablets', {
  id: idColumn(),
  name: text().notNull(),
  tokenHash: text().notNull().unique(),
  /** The person who set it up: while they are no longer staff, or banned, no one takes it over. */
  setUpBy: uuid().notNull(),
  setUpByName: text().notNull(),
  /** Whether it was set up in a session with a second factor; a store that requires one needs such a tablet. */
  secondFactor: boolean().notNull(),
  createdAt: createdAt(),
});

/** The PIN with which a member of staff takes a shared tablet over, hashed like a password. */
export const staffPins = pgTable('staff_pins', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  createdAt: createdAt(),
});

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
    /** When the owner last proved their identity: at sign-in, or when asked again before something sensitive. */
    confirmedAt: createdAt(),
    /**
     * Whether the session was also confirmed with a second factor: a code, or a passkey, which is two factors at once.
     */
    secondFactor: boolean().notNull().default(false),
    /** The tablet on which a PIN started it; null for a sign-in. It lives there only, and has the rights of staff. */
    tabletId: uuid().references(() => sharedTablets.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** When it was last used, to within a few minutes. */
    updatedAt: createdAt(),
  },
  (table) => [
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_expires_at_idx').on(table.expiresAt),
    index('sessions_tablet_idx').on(table.tabletId).where(sql`${table.tabletId} is not null`),
  ],
);

/**
 * When sessions at work ended before their time, by a sign-out, a ban or a new password: what was pressed on a tablet in one
 * of them after that is not its person's. Written by a trigger; rows are deleted after some weeks. No foreign key.
 */
export const sessionEnds = pgTable(
  'session_ends',
  {
    sessionId: uuid().primaryKey(),
    userId: uuid().notNull(),
    endedAt: createdAt(),
  },
  (table) => [index('session_ends_ended_idx').on(table.endedAt)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The person's id at the provider; the account's own id for a password. */
    accountId: text().notNull(),
    /** 'credential' for a password; `accountProvider` of an outside provider's issuer. */
    providerId: text().notNull(),
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
 * Unconfirmed sign-ups: not accounts yet. Each has its own password and details, so that a sign-up with someone else's
 * address leaves nothing in the account that the owner confirms. `id` becomes the account's ID, which the encrypted
 * license number is bound to.
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
    /** The page to return to after confirming. */
    returnTo: text(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sign_ups_email_idx').on(sql`lower(${table.email})`),
    index('sign_ups_expires_at_idx').on(table.expiresAt),
  ],
);

/** The authenticator app of an account: with a row here, the password alone starts no session. */
export const authenticators = pgTable('authenticators', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted, and bound to the account. */
  secret: text().notNull(),
  /** The 30-second step of the last accepted code: neither that code nor an earlier one is accepted again. */
  lastStep: bigint({ mode: 'number' }).notNull(),
  createdAt: createdAt(),
});

/**
 * The phone of an account that signs in with a code by text message. An account has either this or an authenticator,
 * which replaces it. Separate from the phone for notifications: unsubscribing that one changes nothing here.
 */
export const textFactors = pgTable('text_factors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** As '+15185550123'. */
  phone: text().notNull(),
  /** The wording that the person agreed to. */
  agreedTo: text().notNull(),
  createdAt: createdAt(),
});

/** A code sent to a phone and not entered yet, as a keyed hash. Deleted when used. */
export const textCodes = pgTable(
  'text_codes',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The one pending sign-in or session that accepts this code; a later code replaces it. */
    boundTo: text().notNull().unique(),
    phone: text().notNull(),
    codeHash: text().notNull(),
    status: text({ enum: textCodeStatuses }).notNull().default('waiting'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('text_codes_user_id_idx').on(table.userId),
    index('text_codes_expires_at_idx').on(table.expiresAt),
    check('text_codes_status_check', isOneOf(table.status, textCodeStatuses)),
  ],
);

/** Codes for a lost phone, as keyed hashes. Deleted when used. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('backup_codes_user_code_key').on(table.userId, table.codeHash)],
);

/** Passkeys on people's devices (WebAuthn). `publicKey` is base64url, as is `credentialId`. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** The device's use count; a count that goes backward may mean a copied key. 0 for devices that do not count. */
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    /** Whether the device's maker syncs it to all of the person's devices. */
    isSynced: boolean().notNull().default(false),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index('passkeys_user_id_idx').on(table.userId)],
);

/** Boxes and limits of a person on the staff (core's `Rights`); those of others mean nothing. */
const rightsColumns = () => ({
  rights: text({ enum: rights }).array().notNull().default(['count']),
  /** Cents of one order; null for the amount in the settings. */
  refundLimit: integer(),
  /** Percent. */
  discountLimit: smallint().notNull().default(0),
});

/** A text array is compared as a set. */
const rightsChecks = (
  name: string,
  table: Record<'rights' | 'refundLimit' | 'discountLimit', AnyPgColumn>,
) => [
  check(
    `${name}_rights_check`,
    sql`${table.rights} <@ array[${sql.raw(rights.map((each) => `'${each}'`).join(', '))}]`,
  ),
  check(`${name}_refund_limit_check`, sql`${table.refundLimit} between 0 and 1000000`),
  check(`${name}_discount_limit_check`, sql`${table.discountLimit} between 0 and 100`),
];

/** The role of a user; a user without a row is a customer (`user`). Specification section 3. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull().default('user'),
    ...rightsColumns(),
    /** Of the role, not of the rights: another role ends sessions by PIN and tokens of the store. */
    updatedAt: createdAt(),
  },
  (table) => [
    check('user_roles_role_check', isOneOf(table.role, roles)),
    ...rightsChecks('user_roles', table),
  ],
);

/**
 * Staff invitations that are not accepted yet: the link in the mail sets a password and creates the account with this
 * role. `invitedBy` has no foreign key, because the inviter may have left by then.
 */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: idColumn(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    ...rightsColumns(),
    invitedBy: uuid().notNull(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('staff_invitations_email_key').on(sql`lower(${table.email})`),
    check('staff_invitations_role_check', isOneOf(table.role, roles)),
    ...rightsChecks('staff_invitations', table),
  ],
);

/**
 * A change to an account's email: requested, then confirmed from the new address (`confirmedAt`). Until `expiresAt` a
 * request can be confirmed, and a confirmed change can be undone from the old address.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    confirmedAt: instant(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_changes_user_idx').on(table.userId),
    // At most one pending change per account; a later one replaces it.
    uniqueIndex('email_changes_waiting_key').on(table.userId).where(sql`${table.confirmedAt} is null`),
    index('email_changes_expires_at_idx').on(table.expiresAt),
  ],
);

/**
 * Keys that sign access tokens; private keys are encrypted and bound to their row. One key signs at a time; it is
 * published before and after, so that its tokens can be verified.
 */
export const signingKeys = pgTable('signing_keys', {
  id: idColumn(),
  publicKey: jsonb().$type<JWK>().notNull(),
  privateKeyEncrypted: text().notNull(),
  signsFrom: instant().notNull(),
  signsUntil: instant().notNull(),
  shownUntil: instant().notNull(),
  createdAt: createdAt(),
});
