/**
 * Locks stored files that rows reference, so that the nightly deletion of unreferenced files cannot hit an upload that
 * is about to commit.
 */
import { files } from '#platform/files/files.ts';
import { lockAdvisoryOf, tryShareAdvisory } from './advisory-locks.ts';
import { inTransaction, type Transaction } from './client.ts';
import { isOwnFileStore } from './shop-id.ts';

/**
 * A file without a row stays for a week: a request stores the file before it writes the row, and a database backup that
 * is a few days old still finds its files.
 */
const YOUNG_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Locks these files against deletion until the transaction ends, and returns whether all of them exist. Call it before
 * locking any row, because the file store may be another machine; if it returns false, the row must not be written.
 */
export async function lockFiles(tx: Transaction, keys: readonly string[]): Promise<boolean> {
  for (const key of [...keys].sort()) await lockAdvisoryOf(tx, 'storedFile', key);
  const found = await Promise.all(keys.map((key) => files().modifiedAt(key)));
  return found.every((modified) => modified !== null);
}

/**
 * Deletes the files under `prefix` that no row references and that are older than a week: replaced or deleted files,
 * and leftovers of a process killed between storing and committing. Returns the number deleted; none if the store
 * belongs to another database. Lists the store page by page.
 * @param namedBy returns which of these files are referenced, read in `tx`
 */
export async function removeUnnamedFiles(
  prefix: string,
  namedBy: (tx: Transaction, keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now = Date.now(),
): Promise<number> {
  if (!(await isOwnFileStore())) return 0;
  let removed = 0;
  for await (const page of files().list(prefix)) {
    const old = page.filter(({ modifiedAt }) => now - modifiedAt.getTime() > YOUNG_MS);
    const keys = old.map(({ key }) => key);
    if (keys.length === 0) continue;
    const named = await inTransaction((tx) => namedBy(tx, keys));
    for (const key of keys) if (!named.has(key) && (await removeUnnamed(key, namedBy, now))) removed += 1;
  }
  return removed;
}

/** Checks again under the file's lock, because someone may have uploaded the same picture since. */
function removeUnnamed(
  key: string,
  namedBy: (tx: Transaction, keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: number,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    // A backup under way may still have to copy the file; the next night deletes it.
    if (!(await tryShareAdvisory(tx, 'backup'))) return false;
    await lockAdvisoryOf(tx, 'storedFile', key);
    if ((await namedBy(tx, [key])).has(key)) return false;
    const modifiedAt = await files().modifiedAt(key);
    if (modifiedAt === null || now - modifiedAt.getTime() <= YOUNG_MS) return false;
    await files().remove(key);
    return true;
  });
}
