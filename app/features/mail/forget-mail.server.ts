/** Removes the mail to an address whose owner is gone. */
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';

/** All of it, sent or not: what waits would speak of an account that is not there any more. */
export async function forgetMailTo(tx: Transaction, email: string): Promise<void> {
  await tx.delete(mailMessages).where(eq(sql`lower(${mailMessages.recipient})`, email.toLowerCase()));
}
