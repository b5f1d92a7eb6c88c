/** Passwords that are still stored as hashes of the former cost, until their owners sign in (decision 73). */
import { and, eq, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts } from '#db/schema/identity.ts';
import { CURRENT_HASH } from '#platform/secrets/password-hashing.ts';
import { singleton } from '#platform/singleton.ts';

/** Looking reads all accounts when few are left. */
const LOOK_EVERY_MS = 3_600_000;

const looked = singleton<{ found: boolean; at: number }>('former hashes');

/** Whether there are any, as of the last hour. */
export async function hasFormerHashes(now = Date.now()): Promise<boolean> {
  const last = looked.get();
  if (last !== null && now - last.at < LOOK_EVERY_MS) return last.found;
  const [row] = await database()
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`not starts_with(${accounts.password}, ${CURRENT_HASH})`)
    .limit(1);
  looked.set({ found: row !== undefined, at: now });
  return row !== undefined;
}

/** Stores the hash of the same password at today's cost; false when the stored one has changed. */
export async function replaceHash(
  userId: string,
  { former, rehashed }: { former: string; rehashed: string },
): Promise<boolean> {
  const replaced = await database()
    .update(accounts)
    .set({ password: rehashed })
    .where(
      and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'), eq(accounts.password, former)),
    )
    .returning({ id: accounts.id });
  return replaced.length > 0;
}
