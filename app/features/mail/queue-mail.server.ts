/** Writes mail down together with what causes it; the worker sends it later (design.md, invariant 8). */
import type { Transaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/notifications.ts';
import { newId } from '#kernel/ids.ts';
import { enqueue } from '#platform/jobs.ts';

export type QueuedMail = {
  /** One message per key, however often it is queued. */
  dedupeKey: string;
  recipient: string;
  subject: string;
  html: string;
  text: string;
};

/** Queues a message in `tx`. With a `dedupeKey` that is there already nothing happens, and the answer is false. */
export async function queueMail(tx: Transaction, mail: QueuedMail): Promise<boolean> {
  const [written] = await tx
    .insert(mailMessages)
    .values({ id: newId(), ...mail })
    .onConflictDoNothing({ target: mailMessages.dedupeKey })
    .returning({ id: mailMessages.id });
  if (!written) return false;
  await enqueue(tx, 'mail', { mailId: written.id });
  return true;
}
