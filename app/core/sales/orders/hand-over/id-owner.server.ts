/**
 * Finds the account that the limits of an ID count for on one store day: of walk-ins, and of adults who pick up for
 * someone else (docs/decisions/0052). Of the ID only its keyed hash is stored, for the day alone.
 */
import { and, eq, lt } from 'drizzle-orm';
import { hashLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { makeClosedProfile } from '#core/accounts/customers/forget-customer.server.ts';
import { createWalkInCustomer } from '#core/accounts/identity/accounts/forget-person.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { walkInIds } from '#db/schema/orders.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { type StoreDate, storeDate, systemClock } from '#kernel/time.ts';
import { keyedHash } from '#platform/secrets/secrets.ts';
import { idText } from './id-text.ts';

/** The name on a walk-in's order: no one gives one. */
export const WALK_IN = 'Walk-in customer';

/**
 * Returns the account's id; the first use of the ID on that day makes it. It belongs to no one and cannot sign in.
 * Refuses an ID without a number, and one of a banned account.
 */
export async function ownerOfId(
  tx: Transaction,
  id: { issuer: string; number: string },
  today: StoreDate,
): Promise<Result<string, { kind: 'id-number-missing' } | { kind: 'id-banned' }>> {
  const text = idText(id);
  if (text === null) return refuse({ kind: 'id-number-missing' });
  if (await isOfBanned(tx, id.issuer, id.number)) return refuse({ kind: 'id-banned' });
  const [day, idHash] = [today.toString(), keyedHash(text, 'walk-in')];
  const [made] = await tx
    .insert(walkInIds)
    .values({ day, idHash, userId: newId<string>(), licenseHash: hashLicense(id.number) })
    .onConflictDoNothing()
    .returning({ userId: walkInIds.userId });
  if (made) {
    const { userId, name } = await createWalkInCustomer(tx, made.userId, WALK_IN);
    await makeClosedProfile(tx, { userId, name });
    return succeed(userId);
  }
  const [known] = await tx
    .select({ userId: walkInIds.userId })
    .from(walkInIds)
    .where(and(eq(walkInIds.day, day), eq(walkInIds.idHash, idHash)));
  if (!known) throw new Error('an ID of the day was neither there nor written');
  return succeed(known.userId);
}

/** Whether a banned account has this license. Staff have verified it: an unverified number may be another person's. */
async function isOfBanned(tx: Transaction, issuer: string, number: string): Promise<boolean> {
  const banned = await tx
    .select({ state: customerProfiles.licenseState })
    .from(customerProfiles)
    .where(
      and(
        eq(customerProfiles.licenseIdHash, hashLicense(number)),
        eq(customerProfiles.licenseVerified, true),
        eq(customerProfiles.isBanned, true),
      ),
    );
  // A license may be on file without its state.
  return banned.some(
    ({ state }) => !state || idText({ issuer: state, number }) === idText({ issuer, number }),
  );
}

/** Deletes the hashed IDs of days before today at the store. Returns how many. */
export async function forgetIdsOfDay(now = systemClock()): Promise<number> {
  const { zone } = (await readSettings()).store;
  const today = storeDate(now, zone).toString();
  const gone = await database()
    .delete(walkInIds)
    .where(lt(walkInIds.day, today))
    .returning({ day: walkInIds.day });
  return gone.length;
}
