/**
 * Checks that the file store belongs to this database: both store the same ID. A second shop, or a copy of the
 * database, that starts with this store must not delete files that only the other one references.
 */
import { newId } from '#kernel/ids.ts';
import { files } from '#platform/files/files.ts';
import { log } from '#platform/log.ts';
import { singleton } from '#platform/singleton.ts';
import { lockAdvisoryOf } from './advisory-locks.ts';
import { database, inTransaction } from './client.ts';
import { fileStores } from './schema/files.ts';

const MARKER = 'shop-id';

const problem = singleton<string>('file store problem');

/** The problem found by the last comparison with the file store, in words for operators; null if there was none. */
export const fileStoreProblem = (): string | null => problem.get();

/**
 * Whether the file store holds the files of this database. If neither the store nor the database has an ID, both get
 * one; any other difference is logged, and an operator decides (docs/operations.md).
 */
export async function isOwnFileStore(): Promise<boolean> {
  const made = newId();
  const { inDatabase, inStore } = await inTransaction(async (tx) => {
    await lockAdvisoryOf(tx, 'storedFile', MARKER);
    const [row] = await tx.select().from(fileStores);
    const inStore = await readMarker();
    // A failed attempt of this transaction may have written the file.
    if (row || (inStore !== null && inStore !== made)) return { inDatabase: row?.id ?? null, inStore };
    await tx.insert(fileStores).values({ id: made });
    await files().put(MARKER, Buffer.from(made), 'text/plain');
    return { inDatabase: made, inStore: made };
  });
  const isOwn = inDatabase === inStore;
  problem.set(isOwn ? null : 'the file store belongs to another database');
  if (!isOwn)
    log.warn({ inDatabase, inStore, file: MARKER }, 'the file store belongs to another database: no sweep');
  return isOwn;
}

/** Both ids, without writing any; null where there is none. */
export async function readShopIds(): Promise<{ inDatabase: string | null; inStore: string | null }> {
  const [row] = await database().select().from(fileStores);
  return { inDatabase: row?.id ?? null, inStore: await readMarker() };
}

async function readMarker(): Promise<string | null> {
  const found = await files().get(MARKER);
  return found && (await new Response(found.body).text()).trim();
}

/**
 * Gives a restored copy an id of its own, in its database and its file store, so that it never deletes a file of the shop
 * that it was copied from.
 */
export async function becomeAnotherShop(): Promise<void> {
  const id = newId();
  await inTransaction(async (tx) => {
    await lockAdvisoryOf(tx, 'storedFile', MARKER);
    await tx.delete(fileStores);
    await tx.insert(fileStores).values({ id });
    await files().put(MARKER, Buffer.from(id), 'text/plain');
  });
}

/** The id in the file store; null if it has none. */
export const fileStoreId = (): Promise<string | null> => readMarker();
