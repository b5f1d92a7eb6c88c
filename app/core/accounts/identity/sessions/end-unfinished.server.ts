/** Ends what started with an account's earlier password or address and could be finished without the new one. */
import { and, eq, inArray, like, or } from 'drizzle-orm';
import { withholdLinks } from '#core/ground/mail/withhold-mail.server.ts';
import type { Transaction } from '#db/client.ts';
import { staffInvitations, verifications } from '#db/schema/identity.ts';
import {
  INVITATION_IDENTIFIER,
  RESET_IDENTIFIER,
  SECOND_FACTOR_IDENTIFIER,
} from '../accounts/link-queries.server.ts';

/** Deletes password links and sign-ins that wait for a code. */
export async function endUnfinished(tx: Transaction, userId: string): Promise<void> {
  const unfinished = or(
    like(verifications.identifier, `${RESET_IDENTIFIER}%`),
    like(verifications.identifier, `${SECOND_FACTOR_IDENTIFIER}%`),
  );
  await tx.delete(verifications).where(and(unfinished, eq(verifications.value, userId)));
  await withholdLinks(tx, [RESET_IDENTIFIER + userId]);
}

/** Deletes the invitations of a person who may no longer invite; their links stop working. */
export async function endInvitationsOf(tx: Transaction, userId: string): Promise<void> {
  const ended = await tx
    .delete(staffInvitations)
    .where(eq(staffInvitations.invitedBy, userId))
    .returning({ id: staffInvitations.id });
  await endInvitationLinks(
    tx,
    ended.map(({ id }) => id),
  );
}

/** Ends the links of deleted invitations, and their mails that are not sent yet. */
export async function endInvitationLinks(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(verifications).where(inArray(verifications.value, [...ids]));
  await withholdLinks(
    tx,
    ids.map((id) => INVITATION_IDENTIFIER + id),
  );
}
