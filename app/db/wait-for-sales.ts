/** Pauses sales while their terms or the stock of many products change, each time only for a moment (docs/locks.md). */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { databaseErrorCode } from '#platform/database-error.ts';
import { lockAdvisory } from './advisory-locks.ts';
import type { Transaction } from './client.ts';

/**
 * The longest wait for one lock while no sale can start, in milliseconds: once for the running sales and once for stock
 * add up to 200 ms for a checkout.
 */
const TIMEOUT_MS = 100;
/** With the pauses about six seconds: longer than the four seconds that a request waits for a lock. */
const ATTEMPTS = 20;
const LOCK_TIMEOUT = '55P03';

/** Waits until every running sale has committed; no new sale starts until the transaction ends. */
export function waitForSales(tx: Transaction): Promise<void> {
  return whileSalesWait(tx, async () => undefined);
}

/**
 * Waits until every running sale has committed, then runs `work`, which locks and writes the stock of at most a hundred
 * products; no new sale starts until the transaction ends. Waits as `inShortWaits` does.
 */
export function whileSalesWait<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  return inShortWaits(tx, async () => {
    await lockAdvisory(tx, 'saleTerms');
    return work();
  });
}

/**
 * Runs `work`, which takes locks that sales need. If another transaction has one of them, releases all locks that
 * `work` took and runs it again later, so `work` must have no effects outside `tx`.
 * @throws a lock timeout when a lock is still taken after several seconds.
 */
export async function inShortWaits<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ usual: string }>(sql`select current_setting('lock_timeout') as usual`);
  await setLockTimeout(tx, `${TIMEOUT_MS}ms`);
  await tx.execute(sql`savepoint before_short_wait`);
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await work();
      await setLockTimeout(tx, rows[0]?.usual ?? '0');
      return done;
    } catch (error) {
      if (databaseErrorCode(error) !== LOCK_TIMEOUT || attempt === ATTEMPTS) throw error;
      // Releases every lock taken since, so the queued sales go first.
      await tx.execute(sql`rollback to savepoint before_short_wait`);
      await pause(TIMEOUT_MS + Math.random() * 2 * TIMEOUT_MS);
    }
  }
}

function setLockTimeout(tx: Transaction, value: string): Promise<unknown> {
  return tx.execute(sql`select set_config('lock_timeout', ${value}, true)`);
}
