/** Passwords that are still stored as hashes of the former cost, until their owners sign in (decision 73). */
import { and, eq, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts } from '#db/schema/identity.ts';
import { CURRENT_HASH, type FormerKind, formerKindOf } from '#platform/secrets/password-hashing.ts';
import { singleton } from '#platform/singleton.ts';

/** Looking reads all accounts when few are left. */
const LOOK_EVERY_MS = 3_600_000;

const looked = singleton<{ found: ReadonlySet<FormerKind>; at: number }>('former hashes');

/**
 * Which kinds there are, as of the last hour. `seen` is one that is surely there: accounts may have moved here since.
 */
export async function formerKinds(
  seen: FormerKind | null,
  now = Date.now(),
): Promise<ReadonlySet<FormerKind>> {
  const last = looked.get();
  if (last !== null && now - last.at < LOOK_EVERY_MS && (seen === null || last.found.has(seen)))
    return last.found;
  // One hash of each kind: bcrypt's begin with their cost.
  const rows = await database()
    .select({ hash: sql<string>`min(${accounts.password})` })
    .from(accounts)
    .where(sql`not starts_with(${accounts.password}, ${CURRENT_HASH})`)
    .groupBy(sql`case when ${accounts.password} like '$2%' then substr(${accounts.password}, 5, 2) end`);
  const found = new Set(rows.flatMap(({ hash }) => formerKindOf(hash) ?? []));
  looked.set({ found, at: now });
  return found;
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
