/**
 * Locks the settings for commands that must use their current values: a save waits for running commands, and later
 * commands see the saved values.
 */
import { shareSaleTerms } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { waitForSales } from '#db/wait-for-sales.ts';
import type { Settings } from './settings.ts';
import { areStored, readStoredSettings } from './settings-queries.server.ts';

/** For a command that saves settings. Taken before every other lock. */
export function lockSettings(tx: Transaction): Promise<void> {
  return waitForSales(tx);
}

/**
 * Returns the stored settings, locked until the transaction ends, even before their announcement has arrived. Taken
 * before every other lock; many transactions share it.
 * @param known the settings read before the transaction, which are usually current.
 */
export async function holdSettings(tx: Transaction, known: Settings): Promise<Settings> {
  const [, isCurrent] = await together(shareSaleTerms(tx), areStored(tx, known));
  return isCurrent ? known : readStoredSettings(tx);
}
