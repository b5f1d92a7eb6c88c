/**
 * Commands that must go by the settings of this very moment hold them for as long as their transaction lasts: a save
 * waits for those under way, and those that come later see what was saved.
 */
import { sql } from 'drizzle-orm';
import { type Transaction, together } from '#db/client.ts';
import { writtenStatement } from '#db/statement.ts';
import type { Settings } from './settings.ts';
import { areStored, readStoredSettings } from './settings-queries.server.ts';

/** Any number will do, as long as every instance takes the same one. */
const SETTINGS_LOCK = 7_203_118;

/** For whoever saves. Taken before every other lock. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`);
}

const shareSettings = writtenStatement(
  sql`select pg_advisory_xact_lock_shared(${sql.raw(`${SETTINGS_LOCK}`)})`,
);

/**
 * The settings as they are stored, and stay until the transaction ends: whatever an announcement that has not arrived
 * yet would say. Taken before every other lock; many hold them at once. @param known what was read before the
 * transaction; mostly it is the same.
 */
export async function holdSettings(tx: Transaction, known: Settings): Promise<Settings> {
  const [, isCurrent] = await together(
    tx,
    () => shareSettings(tx),
    () => areStored(tx, known),
  );
  return isCurrent ? known : readStoredSettings(tx);
}
