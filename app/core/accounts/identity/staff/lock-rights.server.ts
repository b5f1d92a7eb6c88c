/** Locks the rights of people at work, and writes them as columns. */
import { asc, inArray } from 'drizzle-orm';
import { heldRights } from '#core/ground/access/account-queries.server.ts';
import type { Rights, SignedIn } from '#core/ground/access/actor.ts';
import type { Transaction } from '#db/client.ts';
import { userRoles } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { lockAdmins } from './lock-admins.server.ts';

/**
 * What these people may do, locked, the admins first: who changes roles or rights comes before or after. What a request
 * read of its own actor may be over by then. Without the people who have no role.
 */
export async function lockRights(
  tx: Transaction,
  people: readonly string[],
): Promise<ReadonlyMap<string, Pick<SignedIn, 'role' | 'rights'>>> {
  await lockAdmins(tx);
  const rows = await tx
    .select({ userId: userRoles.userId, role: userRoles.role, rights: heldRights })
    .from(userRoles)
    .where(inArray(userRoles.userId, people.filter(isUuid)))
    .orderBy(asc(userRoles.userId))
    .for('no key update');
  return new Map(rows.map(({ userId, role, rights }) => [userId, { role, rights: rights ?? undefined }]));
}

/** The rights as columns of a role or an invitation. */
export const columnsOf = ({ boxes, refundLimit, discountLimit }: Rights) => ({
  rights: [...boxes],
  refundLimit,
  discountLimit,
});
