/**
 * The state's system that the demo plays itself: which process of the demo plays it, and with which keys, is in the row of
 * the connection. A real shop opens no practice, so the row means nothing to it.
 */
import { eq } from 'drizzle-orm';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { shopConnections } from '#db/schema/connections.ts';
import { asDate, systemClock } from '#kernel/time.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { singleton } from '#platform/singleton.ts';
import type { ConnectionValues } from './connection-form.ts';
import { connectionContext, readStoredConnections } from './shop-connections-queries.server.ts';
import { PRACTICE } from './tracking-connection.ts';

/** Where it is played, and what it asks for. */
export type PracticePlace = { address: string; license: string; softwareKey: string; licenseKey: string };

/** Finds who plays it, or plays it; null if the shop is connected to something else. */
type FindPractice = () => Promise<PracticePlace | null>;

const current = singleton<FindPractice>('practice of state tracking');

/** Only the demo store calls this. */
export const openPracticeTracking = (find: FindPractice): void => current.set(find);

/** Whether this process may play the state's system. */
export const hasPractice = (): boolean => current.get() !== null;

/** What the shop connects with; null in a real shop. */
export async function practiceOptions() {
  const place = (await current.get()?.()) ?? null;
  if (!place) return null;
  const { address: origin, license, softwareKey, licenseKey } = place;
  const { zone } = await storeClock();
  return { origin, license, softwareKey, licenseKey, zone, isOwnNetwork: true, place: PRACTICE.name };
}

/** Connects a new demo store to it, as tried. Nothing happens if the shop is connected already. */
export async function connectPractice(tx: Transaction): Promise<void> {
  const sealed = seal({ service: PRACTICE.id });
  await tx
    .insert(shopConnections)
    .values({ kind: 'tracking', sealed, testedAt: asDate(systemClock()) })
    .onConflictDoNothing();
}

/** Whether the shop is connected to it, and where it was played last. */
export async function readPractice(): Promise<{ place: PracticePlace | null } | null> {
  const values = (await readStoredConnections()).find(({ kind }) => kind === 'tracking')?.values;
  return values?.service === PRACTICE.id ? { place: placeOf(values) } : null;
}

/**
 * Lets processes of one demo agree on who plays it, one after the other: what `choose` returns is stored. Null if the shop is
 * connected to something else.
 */
export async function agreeOnPractice(
  choose: (before: PracticePlace | null) => Promise<PracticePlace>,
): Promise<PracticePlace | null> {
  return inTransaction(async (tx) => {
    const where = eq(shopConnections.kind, 'tracking');
    await tx.select({ kind: shopConnections.kind }).from(shopConnections).where(where).for('no key update');
    const values = (await readStoredConnections(tx)).find(({ kind }) => kind === 'tracking')?.values;
    if (values?.service !== PRACTICE.id) return null;
    const before = placeOf(values);
    const chosen = await choose(before);
    if (JSON.stringify(chosen) !== JSON.stringify(before))
      await tx
        .update(shopConnections)
        .set({ sealed: seal({ service: PRACTICE.id, ...chosen }) })
        .where(where);
    return chosen;
  });
}

const seal = (values: ConnectionValues) => encrypt(JSON.stringify(values), connectionContext('tracking'));

function placeOf({ address, license, softwareKey, licenseKey }: ConnectionValues): PracticePlace | null {
  return address && license && softwareKey && licenseKey
    ? { address, license, softwareKey, licenseKey }
    : null;
}
