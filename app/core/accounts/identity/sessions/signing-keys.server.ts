/**
 * Makes and rotates the keys that sign access tokens (ES256). Private keys are stored encrypted. A key is published a
 * day before it signs, signs for a month and stays published a day longer, so that a valid token can always be checked.
 */
import { asc, gt, lt } from 'drizzle-orm';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { signingKeys } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';
import { KEY_DAYS, KEY_SHOWN_AFTER_HOURS, KEY_SHOWN_BEFORE_HOURS } from './access-token.ts';

export const ALGORITHM = 'ES256';
const HOUR_MS = 3_600_000;

type SigningKey = typeof signingKeys.$inferSelect;

/** The public keys of valid tokens, oldest first; makes the first key if there is none. */
export async function readPublicKeys(now = new Date()): Promise<JWK[]> {
  let keys = await readShown(now);
  if (keys.length === 0) {
    await makeDueKeys(now);
    keys = await readShown(now);
  }
  return keys.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: ALGORITHM, use: 'sig' }));
}

function readShown(now: Date): Promise<Pick<SigningKey, 'id' | 'publicKey'>[]> {
  return database()
    .select({ id: signingKeys.id, publicKey: signingKeys.publicKey })
    .from(signingKeys)
    .where(gt(signingKeys.shownUntil, now))
    .orderBy(asc(signingKeys.signsFrom));
}

/** The key that signs now; makes one if there is none. */
export async function readSigningKey(
  now = new Date(),
): Promise<{ kid: string; key: CryptoKey | Uint8Array }> {
  const stored = signingNow(await allKeys(), now) ?? signingNow(await makeDueKeys(now), now);
  if (!stored) throw new Error('there is no key to sign with');
  const jwk = JSON.parse(decrypt(stored.privateKeyEncrypted, contextOf(stored.id))) as JWK;
  return { kid: stored.id, key: await importJWK(jwk, ALGORITHM) };
}

/** Makes the next key before it is needed, and deletes expired ones. Runs every night. */
export async function rotateSigningKeys(now = new Date()): Promise<void> {
  await makeDueKeys(now);
  await database().delete(signingKeys).where(lt(signingKeys.shownUntil, now));
}

async function makeDueKeys(now: Date): Promise<SigningKey[]> {
  return inTransaction(async (tx) => {
    // Two instances make one key.
    await lockAdvisory(tx, 'signingKeys');
    const keys = await tx.select().from(signingKeys);
    if (!signingNow(keys, now)) keys.push(await makeKey(tx, now));
    const last = Math.max(...keys.map(({ signsUntil }) => signsUntil.getTime()));
    const isDue = last - now.getTime() <= 2 * KEY_SHOWN_BEFORE_HOURS * HOUR_MS;
    if (isDue) keys.push(await makeKey(tx, new Date(last)));
    return keys;
  });
}

async function makeKey(tx: Transaction, signsFrom: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const id = newId<string>();
  const signsUntil = new Date(signsFrom.getTime() + KEY_DAYS * 24 * HOUR_MS);
  const [made] = await tx
    .insert(signingKeys)
    .values({
      id,
      publicKey: await exportJWK(publicKey),
      privateKeyEncrypted: encrypt(JSON.stringify(await exportJWK(privateKey)), contextOf(id)),
      signsFrom,
      signsUntil,
      shownUntil: new Date(signsUntil.getTime() + KEY_SHOWN_AFTER_HOURS * HOUR_MS),
    })
    .returning();
  if (!made) throw new Error('no key was made');
  return made;
}

function allKeys(): Promise<SigningKey[]> {
  return database().select().from(signingKeys);
}

function signingNow(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  return keys.find(({ signsFrom, signsUntil }) => signsFrom <= now && now < signsUntil);
}

/** Binds a private key to its row. */
function contextOf(id: string): string {
  return `signing-key:${id}`;
}
