/** Loads the actor's passkeys. */
import { desc, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { passkeys } from '#db/schema/identity.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

export type ListedPasskey = {
  id: string;
  name: string;
  addedAt: string;
  /** null when it has never signed in. */
  lastUsedAt: string | null;
  isSynced: boolean;
};

/** Newest first. */
export async function readPasskeys({ userId }: SignedIn, zone: string): Promise<ListedPasskey[]> {
  const rows = await database()
    .select({
      id: passkeys.id,
      name: passkeys.name,
      isSynced: passkeys.isSynced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    addedAt: formatDateTime(instantOf(createdAt), zone),
    lastUsedAt: lastUsedAt && formatDateTime(instantOf(lastUsedAt), zone),
  }));
}
