/** Makes a tablet that has been without a network, and what it sends of an ID, for tests. */
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { SEALED_ID } from '#counter/network/offline-action.ts';
import type { Database } from '#db/client.ts';
import { counterTablets } from '#db/schema/cash-desk.ts';
import { seal } from '#kernel/seal.ts';
import { sealingKey } from '#platform/secrets/sealed-box.ts';

/** Away for a day, or since `emptyAt`. Returns its id. */
export async function awayTablet(
  db: Database,
  { userId, name }: SignedIn,
  emptyAt: Date | null = new Date(Date.now() - 86_400_000),
): Promise<string> {
  const id = randomUUID();
  const state = { unsent: 0, handsOver: true, inView: true, seenAt: emptyAt ?? new Date(), emptyAt };
  await db.insert(counterTablets).values({ id, name: null, userId, person: name, ...state });
  return id;
}

/** An ID that proves the age. */
export const GOOD_ID = { idExpiresOn: '2090-01-31', idBirthDate: '1990-01-01', idNumber: 'D1234567' };

/** As the tablet seals it for the order; without a number, another person's for each order. */
export const sealedId = (order: string, id: Partial<typeof GOOD_ID> = {}): Promise<string> =>
  seal(sealingKey(SEALED_ID), JSON.stringify({ ...GOOD_ID, idNumber: `D${order}`, ...id }), order);
