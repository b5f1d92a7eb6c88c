/** Locks the licenses of accounts: one license is one person, however many accounts have it. */
import { sql } from 'drizzle-orm';
import { lockEachOf } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { walkInIds } from '#db/schema/orders.ts';

const accounts = sql`any(${sql.placeholder('accounts')}::uuid[])`;

const lockTheirs = lockEachOf(
  'license',
  sql`
    select license_id_hash from ${customerProfiles} where user_id = ${accounts} and license_id_hash is not null
    union all
    select license_hash from ${walkInIds} where user_id = ${accounts} and license_hash is not null`,
);

/**
 * Holds the licenses of these accounts until the transaction ends, so that two sales to one person count one after the
 * other toward the limits of a person. The caller has locked the accounts, and names all of them at once.
 */
export async function lockLicenses(tx: Transaction, accounts: readonly (string | null)[]): Promise<void> {
  await lockTheirs(tx, { accounts: accounts.filter((account) => account !== null) });
}
