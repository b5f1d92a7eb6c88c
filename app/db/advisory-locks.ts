/**
 * Defines every advisory lock of the application. Each lock guards one thing and has its own number; no other file
 * calls PostgreSQL's lock functions (tests/architecture.test.ts). `docs/locks.md` lists the order in which locks are
 * taken.
 */
import { type SQL, sql } from 'drizzle-orm';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** Instances of two releases share these numbers during a deployment, so the meaning of a number never changes. */
export const advisoryLocks = {
  /** Migrates the schema. A session lock, taken by `migrateDatabase`. */
  migration: 7_203_114,
  /** Seeds an empty database with the demo store. */
  seed: 7_203_115,
  /** Creates a key that signs access tokens. */
  signingKeys: 7_203_116,
  /** Creates the owner of a shop that started empty. */
  ownerSetUp: 7_203_117,
  /** The terms of sale: settings, tax rules, and the prices of many products. Sales share this lock. */
  saleTerms: 7_203_118,
  /** Folds sales into the totals. */
  salesFold: 7_203_119,
  /** Notifies customers that a hold is about to end. */
  expiringHolds: 7_203_120,
  /** Holds items for a sign-up, so that the caps on such holds are counted one after the other. */
  signUpHolds: 7_203_121,
  /** Gives people at the store their numbers in the line. */
  arrivals: 7_203_122,
  /** The cash drawer: payments and refunds share this lock; who opens, counts or closes it takes it alone. */
  cashDrawer: 7_203_123,
  /** Records who is in charge of the store. */
  charge: 7_203_124,
  /** Names people at work, whose names may not look equal. */
  staffNames: 7_203_150,
  /** Makes an inspector's binder: one at a time on the primary, and one on the replica. */
  binder: 7_203_128,
  /** Makes a backup: one at a time. What deletes stored files shares this lock, so that none disappears while it is copied. */
  backup: 7_203_135,
  /** What partners know of products: compared by one process at a time, and recorded again for the first endpoint. */
  webhookProducts: 7_203_141,
  /** The menu's categories: added, renamed, archived one after the other. */
  categories: 7_203_151,
  /** Writes what moves here from another system: one batch at a time, from the command or a job. */
  moveIn: 7_203_152,
  /** Reminds customers of pickups that they missed. */
  missedPickups: 7_203_130,
} as const;

export type AdvisoryLock = Exclude<keyof typeof advisoryLocks, 'migration'>;

/**
 * Locks with one instance per value, such as one per person. PostgreSQL separates pairs of numbers from single numbers;
 * two values share a lock only if their hashes are equal, and then one transaction waits for the other.
 */
export const keyedLocks = {
  productImport: 1,
  pageText: 2,
  savedViews: 3,
  smsNumber: 4,
  smsPerson: 5,
  storedFile: 6,
  staffRefunds: 7,
  droppedFiles: 8,
  license: 9,
} as const;

/** Waits for the lock and holds it until the transaction ends. */
export async function lockAdvisory(tx: Transaction, lock: AdvisoryLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks[lock]}::bigint)`);
}

/** Takes the lock until the transaction ends, without waiting. False if another transaction holds it. */
export async function tryLockAdvisory(tx: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks[lock]}::bigint) as "isMine"`,
  );
  return rows[0]?.isMine === true;
}

/** Like `tryLockAdvisory`, for those who may hold the lock together. */
export async function tryShareAdvisory(tx: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await tx.execute<{ isShared: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${advisoryLocks[lock]}::bigint) as "isShared"`,
  );
  return rows[0]?.isShared === true;
}

/** Waits for this value's lock and holds it until the transaction ends. */
export async function lockAdvisoryOf(
  tx: Transaction,
  lock: keyof typeof keyedLocks,
  value: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyedLocks[lock]}::int, hashtext(${value}))`);
}

/** A statement that does so for every value that `values` selects, in one order for all who wait. */
export const lockEachOf = (lock: keyof typeof keyedLocks, values: SQL) =>
  statement(sql`
    select pg_advisory_xact_lock(${sql.raw(`${keyedLocks[lock]}`)}, number)
    from (select distinct hashtext(value) as number from (${values}) as chosen (value) order by 1) as ordered`);

/** Shares the lock on the terms of sale with every other sale; a change to the terms waits for all of them. */
export const shareSaleTerms = statement(
  sql`select pg_advisory_xact_lock_shared(${sql.raw(`${advisoryLocks.saleTerms}`)})`,
);

/** Shares the lock on the cash drawer with every other payment; who closes the drawer waits for all of them. */
export const shareCashDrawer = statement(
  sql`select pg_advisory_xact_lock_shared(${sql.raw(`${advisoryLocks.cashDrawer}`)})`,
);

/** Runs on a connection outside of any transaction; the lock is released when the connection closes. */
export const lockMigration = { text: 'select pg_advisory_lock($1)', values: [advisoryLocks.migration] };

/** Whether a connection holds the lock of backups alone, which is while one is made. Takes no lock. */
export const isBackupLocked = statement<{ isLocked: boolean }>(sql`
  select exists (
    select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = 0 and objid = ${sql.raw(`${advisoryLocks.backup}`)} and objsubid = 1
  ) as "isLocked"`);

/** Like `lockMigration`, without waiting: false in `isMine` if another connection has the lock. */
export const tryLockBackup = {
  text: 'select pg_try_advisory_lock($1) as "isMine"',
  values: [advisoryLocks.backup],
};
