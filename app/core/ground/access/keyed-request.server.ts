/**
 * Makes a request of the API with an Idempotency-Key count once (draft-ietf-httpapi-idempotency-key-header). Its row is
 * inserted before anything else of its command and commits with it, so the same key at the same time waits.
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { apiRequests } from '#db/schema/access.ts';
import type { Actor, SignedIn } from './actor.ts';

/** Thrown when the key came with another request before; what its transaction did is rolled back. */
export class KeyUsedBefore extends Error {
  override name = 'KeyUsedBefore';
}

const tokenOf = (actor: Actor) => (actor.kind === 'user' ? actor.apiToken : undefined);

const thisOne = (tokenId: string, key: string) =>
  and(eq(apiRequests.tokenId, tokenId), eq(apiRequests.key, key));

/**
 * Runs the work, or returns what it returned when the same request was done before. A refused request leaves no row:
 * what refused it may be over when it is sent again.
 * @throws KeyUsedBefore
 */
export async function onceForKey<T>(
  tx: Transaction,
  { apiToken }: SignedIn,
  abandon: (value: T) => never,
  work: () => Promise<T>,
): Promise<T> {
  if (!apiToken?.once) return work();
  const { id: tokenId, once } = apiToken;
  const { key, input } = once;
  const claimed = await tx
    .insert(apiRequests)
    .values({ tokenId, key, input })
    .onConflictDoNothing()
    .returning({ key: apiRequests.key });
  if (claimed.length === 0) {
    const [before] = await tx
      .select({ input: apiRequests.input, result: apiRequests.result })
      .from(apiRequests)
      .where(thisOne(tokenId, key));
    if (before?.input !== input) throw new KeyUsedBefore();
    return before.result as T;
  }
  const result = await work();
  if (typeof result === 'object' && result !== null && 'ok' in result && result.ok === false) abandon(result);
  await tx.update(apiRequests).set({ result }).where(thisOne(tokenId, key));
  return result;
}

/** The answer that the same request got; null if it got none. @throws KeyUsedBefore */
export async function answerBefore(actor: Actor): Promise<string | null> {
  const apiToken = tokenOf(actor);
  if (!apiToken?.once) return null;
  const { key, input } = apiToken.once;
  const [before] = await database()
    .select({ input: apiRequests.input, answer: apiRequests.answer })
    .from(apiRequests)
    .where(thisOne(apiToken.id, key));
  if (before && before.input !== input) throw new KeyUsedBefore();
  return before?.answer ?? null;
}

/** Stores the answer. If the process ends before, a repeated request is answered from what the command returned. */
export async function keepAnswer(actor: Actor, answer: string): Promise<void> {
  const apiToken = tokenOf(actor);
  if (apiToken?.once)
    await database().update(apiRequests).set({ answer }).where(thisOne(apiToken.id, apiToken.once.key));
}

/** Hours for which a key is known. */
const KEPT_HOURS = 48;

export async function cleanUpApiRequests(): Promise<void> {
  await database()
    .delete(apiRequests)
    .where(lt(apiRequests.createdAt, sql`now() - make_interval(hours => ${KEPT_HOURS})`));
}
