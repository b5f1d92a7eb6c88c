/** Removes the mail to somebody who is gone. */
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';

/**
 * All of it, sent or not: what waits would speak of an account that is not there any more. Also what went to addresses
 * the account had before, which their deliveries know.
 */
export async function forgetMailTo(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const delivered = tx
    .select({ id: deliveries.mailId })
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), isNotNull(deliveries.mailId)));
  await tx
    .delete(mailMessages)
    .where(
      or(eq(sql`lower(${mailMessages.recipient})`, email.toLowerCase()), inArray(mailMessages.id, delivered)),
    );
}
