/** Marks unsent mail that must not be sent anymore. */
import { and, eq, gt, inArray, like, or, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { linkedMailKey, linkHours } from './private-link.ts';
import { wiped } from './purge-mail.server.ts';

/**
 * The mail that waited when a backup was made: the shop has most likely sent it since. Returns how many there were. Deletes the links of account mail, which would open
 * an account.
 */
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

const UNSENT = ['kept', 'waiting'] as const;

/**
 * Ends unsent mail whose link works no longer, in the transaction that ends the link. Deletes its text.
 * @param opened what these links open, as in `linkedMailKey`
 */
export const withholdLinks = (tx: Transaction, opened: readonly string[]): Promise<void> =>
  endUnsent(tx, opened, UNSENT, 'Not sent: its link was canceled or used');

/** The same for mail from before the shop could send any, when a newer one with such a link is queued. */
export const withholdOlderLinks = (tx: Transaction, opened: string): Promise<void> =>
  endUnsent(tx, [opened], ['kept'], 'Not sent: a newer link replaced it');

async function endUnsent(
  tx: Transaction,
  opened: readonly string[],
  statuses: readonly (typeof UNSENT)[number][],
  reason: string,
): Promise<void> {
  if (opened.length === 0) return;
  await tx
    .update(mailMessages)
    .set({ status: 'failed', lastError: reason, ...wiped() })
    .where(
      and(
        inArray(mailMessages.status, [...statuses]),
        // For the index: no link works longer.
        gt(
          mailMessages.createdAt,
          sql`now() - make_interval(hours => ${Math.max(...Object.values(linkHours))})`,
        ),
        or(...opened.map((each) => like(mailMessages.dedupeKey, linkedMailKey(each, '%')))),
      ),
    );
}
