/** Colleagues who said something by PIN, as `readWitness` and `readApproval` return them. */
import { sql } from 'drizzle-orm';
import type { Approver, SignedIn, Witness } from '#core/ground/access/actor.ts';
import type { Database } from '#db/client.ts';
import { staffPins } from '#db/schema/identity.ts';
import { aPerson } from './people.ts';

const HASH = 'of a PIN';

export async function aWitness(db: Database, name = 'Lee Ford'): Promise<Witness> {
  const { userId } = await aPerson(db, { role: 'staff', name });
  return asWitness(db, userId, name);
}

/** The same of a person there is. */
export async function asWitness(db: Database, userId: string, name: string): Promise<Witness> {
  await db
    .insert(staffPins)
    .values({ userId, hash: HASH })
    .onConflictDoUpdate({ target: staffPins.userId, set: { hash: sql`excluded.hash` } });
  return { userId, name, way: 'pin', hash: HASH } as Witness;
}

/** The yes of a person there is. */
export async function aYes(db: Database, { userId, name }: SignedIn): Promise<Approver> {
  const { hash: pinHash } = await asWitness(db, userId, name);
  return { userId, name, pinHash } as Approver;
}
