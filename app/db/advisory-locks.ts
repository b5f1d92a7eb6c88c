/**
 * Every advisory lock of the application. Each lock guards one thing, so each has a number of its own; no other file
 * calls PostgreSQL's lock functions (tests/architecture.test.ts). `docs/locks.md` has the order in which locks are taken.
 */
import { sql } from 'drizzle-orm';
import { writtenStatement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** Instances of two releases share these numbers during a deployment, so a number keeps its meaning. */
export const advisoryLocks = {
  /** Migrating the schema. A session lock, taken by `migrateDatabase`. */
  migration: 7_203_114,
  /** Filling an empty database with the demo store. */
  seed: 7_203_115,
  /** Making a key that signs access tokens. */
  signingKeys: 7_203_116,
  /** Making the owner of a shop that started empty. */
  ownerSetUp: 7_203_117,
  /** What a sale goes by: settings, tax rules, and the prices of many products. Sales share it. */
  saleTerms: 7_203_118,
  /** Adding sales up. */
  salesFold: 7_203_119,
  /** Telling customers that a hold is about to end. */
  expiringHolds: 7_203_120,
} as const;

export type AdvisoryLock = Exclude<keyof typeof advisoryLocks, 'migration'>;

/**
 * Locks of which there is one for each value, such as one for each person. PostgreSQL keeps pairs of numbers apart from
 * single numbers; two values share a lock only if their hashes are equal, and then one transaction waits for the other.
 */
export const keyedLocks = {
  productImport: 1,
  pageText: 2,
  savedViews: 3,
  smsNumber: 4,
  smsPerson: 5,
  storedFile: 6,
} as const;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockAdvisory(tx: Transaction, lock: AdvisoryLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]}::bigint)`);
}

/** Takes the lock until the transaction ends, without waiting. False while another transaction holds it. */
export async function tryLockAdvisory(tx: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks[lock]}::bigint) as "isMine"`,
  );
  return rows[0]?.isMine === true;
}

/** Holds the lock of this value until the transaction ends. */
export async function lockAdvisoryOf(
  tx: Transaction,
  lock: keyof typeof keyedLocks,
  value: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyedLocks[lock]}::int, hashtext(${value}))`);
}

/** Holds the lock on the terms of sale together with every other sale; a change of the terms waits for them. */
export const shareSaleTerms = writtenStatement(
  sql`select pg_advisory_xact_lock_shared(${sql.raw(`${advisoryLocks.saleTerms}`)})`,
);

/** Asked over a connection outside of any transaction; the lock ends with the connection. */
export const lockMigration = { text: 'select pg_advisory_lock($1)', values: [advisoryLocks.migration] };
