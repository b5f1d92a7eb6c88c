/** Files that belong to rows: what keeps the nightly removal of unnamed files from an upload that is about to commit. */
import { files } from '#platform/files/files.ts';
import { lockAdvisoryOf } from './advisory-locks.ts';
import { inTransaction, type Transaction } from './client.ts';
import { isOwnFileStore } from './shop-id.ts';

/**
 * A file without a row stays for a week: a request stores the file first and writes the row next, and a backup of the
 * database that is some days old still finds its files.
 */
const YOUNG_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Locks these files against removal until the transaction ends, and answers whether all of them are there. The
 * transaction that writes the row asks before it locks any row, because the file store may be another machine; when the
 * answer is no, the row must not be written.
 */
export async function lockFiles(tx: Transaction, keys: readonly string[]): Promise<boolean> {
  for (const key of [...keys].sort()) await lockAdvisoryOf(tx, 'storedFile', key);
  const found = await Promise.all(keys.map((key) => files().modifiedAt(key)));
  return found.every((modified) => modified !== null);
}

/**
 * Removes the files under `prefix` that no row names and that are older than a week: what was replaced or deleted, and
 * what a process that was killed between storing and committing left behind. Answers how many; none where the store has
 * the files of another database. Lists the store page by page.
 * @param namedBy which of these files rows name, read in `tx`
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

/** Looks again under the file's lock: an upload of the same picture may have come in between. */
function removeUnnamed(
  key: string,
  namedBy: (tx: Transaction, keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: number,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    await lockAdvisoryOf(tx, 'storedFile', key);
    if ((await namedBy(tx, [key])).has(key)) return false;
    const modifiedAt = await files().modifiedAt(key);
    if (modifiedAt === null || now - modifiedAt.getTime() <= YOUNG_MS) return false;
    await files().remove(key);
    return true;
  });
}
