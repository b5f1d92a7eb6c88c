/**
 * Locks the settings for commands that must use their current values: a save waits for running commands, and later
 * commands see the saved values.
 */
import { lockAdvisory, shareSaleTerms } from '#db/advisory-locks.ts';
import { type Transaction, together } from '#db/client.ts';
import { whileSalesWait } from '#db/wait-for-sales.ts';
import type { Settings, SettingsName } from './settings.ts';
import { areStored, readStoredSettings } from './settings-queries.server.ts';

/**
 * For a command that saves settings. Taken before every other lock. Payments and refunds read the settings of cash under the
 * lock on the drawer, so who saves those waits for them, too.
 */
export function lockSettings(tx: Transaction, name?: SettingsName): Promise<void> {
  return whileSalesWait(tx, async () => {
    if (name === 'cash') await lockAdvisory(tx, 'cashDrawer');
  });
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
