/** Marks the mail that waited when a backup was made: the shop has most likely sent it since. */
import { eq, sql } from 'drizzle-orm';
import { inTransaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { wiped } from './purge-mail.server.ts';

/** Returns how many there were. Deletes the links of account mail, which would open an account. */
export function withholdMail(): Promise<number> {
  return inTransaction(async (tx) => {
    const waiting = eq(mailMessages.status, 'waiting');
    const withheld = { status: 'failed', lastError: 'Not sent: restored from a backup' } as const;
    const ended = await tx
      .update(mailMessages)
      .set({ ...withheld, ...wiped() })
      .where(sql`${waiting} and ${mailMessages.isPrivate}`)
      .returning({ id: mailMessages.id });
    const others = await tx
      .update(mailMessages)
      .set(withheld)
      .where(waiting)
      .returning({ id: mailMessages.id });
    return ended.length + others.length;
  });
}
