/** Removes the mail to somebody who is gone. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';

/**
 * All of it, sent or not, to whatever address: what waits would be about an account that no longer exists. Mail about no
 * account goes by its address.
 */
export async function forgetMailTo(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await tx
    .delete(mailMessages)
    .where(
      or(
        eq(mailMessages.accountId, userId),
        and(isNull(mailMessages.accountId), eq(sql`lower(${mailMessages.recipient})`, email.toLowerCase())),
      ),
    );
}
