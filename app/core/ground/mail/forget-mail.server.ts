/** Deletes the mail to a person whose account is deleted. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';

/**
 * Deletes all of it, sent or not, to any address: unsent mail would be about an account that no longer exists. Mail
 * about no account matches by its address.
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
