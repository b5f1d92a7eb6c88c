/**
 * Commands that must go by the settings of this very moment hold them for as long as their transaction lasts: a save
 * waits for those under way, and those that come later see what was saved.
 */
import { shareSaleTerms } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { waitForSales } from '#db/wait-for-sales.ts';
import type { Settings } from './settings.ts';
import { areStored, readStoredSettings } from './settings-queries.server.ts';

/** For whoever saves. Taken before every other lock. */
export function lockSettings(tx: Transaction): Promise<void> {
  return waitForSales(tx);
}

/**
 * The settings as they are stored, and stay until the transaction ends: whatever an announcement that has not arrived
 * yet would say. Taken before every other lock; many hold them at once. @param known what was read before the
 * transaction; mostly it is the same.
 */
export async function holdSettings(tx: Transaction, known: Settings): Promise<Settings> {
  const [, isCurrent] = await together(
    tx,
    () => shareSaleTerms(tx),
    () => areStored(tx, known),
  );
  return isCurrent ? known : readStoredSettings(tx);
}
