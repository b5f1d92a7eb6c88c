/**
 * Sends a promotion to its recipients, in batches. However often its jobs repeat or the process is killed, each
 * recipient gets it once: the list of recipients is written once, and `notify` never notifies a person twice of the
 * same event.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { bulkJob } from '#core/ground/mail/sending-jobs.ts';
import { type NotificationRow, notify } from '#core/ground/notifications/notify.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inLongTransaction, inTransaction, type Transaction } from '#db/client.ts';
import { users } from '#db/schema/identity.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { promotionRecipients, promotions } from '#db/schema/promotions.ts';
import { countWaiting, enqueue } from '#platform/jobs.ts';
import { announce } from '#platform/live/announce.ts';
import { whenQuiet } from '#platform/quiet.ts';
import { people, readAudience, readRecipient } from './audience-queries.server.ts';
import { promotionRow, writePromotion } from './emails/write-promotion.server.tsx';
import { promotionJob } from './promotion-job.ts';
import { wordsOf } from './save-promotion.server.ts';

/** Recipients per job. */
const AT_A_TIME = 50;
/** The most messages waiting to go out: while a mail server is down, the rest waits here. */
const MOST_UNDER_WAY = 500;
/** Seconds until it checks again whether they have gone out. */
const LATER = 10;

/** Writes the list of recipients and starts. The reaction to a sent promotion. */
export async function beginPromotion(promotionId: string): Promise<void> {
  const { isOne } = await readAudience();
  await inLongTransaction(async (tx) => {
    const [waiting] = await tx
      .select({ id: promotions.id })
      .from(promotions)
      .where(and(isSending(promotionId), isNull(promotions.recipients)))
      .for('no key update');
    if (!waiting) return;
    const { rowCount } = await tx.execute(sql`
      insert into ${promotionRecipients} (promotion_id, user_id)
      select ${promotionId}, ${users.id} from ${people} where ${isOne}`);
    await tx
      .update(promotions)
      .set({ recipients: rowCount ?? 0 })
      .where(eq(promotions.id, promotionId));
    await enqueue(tx, promotionJob, { promotionId });
    await announce(tx, 'promotions');
  });
}

/**
 * Notifies the next recipients, and enqueues the job for those after them; marks the promotion as sent when none are
 * left.
 */
export async function tellNext(promotionId: string): Promise<void> {
  const [promotion] = await database().select().from(promotions).where(isSending(promotionId));
  if (!promotion?.eventId) return;
  if ((await countWaiting(bulkJob)) >= MOST_UNDER_WAY)
    return inTransaction((tx) => enqueue(tx, promotionJob, { promotionId }, LATER));
  const next = await database()
    .select({ userId: promotionRecipients.userId })
    .from(promotionRecipients)
    .where(isWaiting(promotionId))
    .orderBy(promotionRecipients.userId)
    .limit(AT_A_TIME);
  if (next.length === 0) return inTransaction((tx) => end(tx, promotionId, promotion.eventId ?? ''));
  const words = wordsOf(promotion);
  const row = promotionRow(await writePromotion(words, await readSettings()), words.path);
  for (const { userId } of next) {
    await whenQuiet();
    if (!(await tellOne(promotionId, promotion.eventId, userId, row))) return;
  }
  await inTransaction(async (tx) => {
    await enqueue(tx, promotionJob, { promotionId });
    await announce(tx, 'promotions');
  });
}

/** Skips a person who no longer wants or may get it. False when the promotion has been stopped. */
async function tellOne(
  promotionId: string,
  eventId: string,
  userId: string,
  row: NotificationRow<null>,
): Promise<boolean> {
  const [sending] = await database()
    .select({ id: promotions.id })
    .from(promotions)
    .where(isSending(promotionId));
  if (!sending) return false;
  const recipient = await readRecipient(userId);
  if (recipient) await notify(eventId, 'promotion', recipient, row, null);
  await database()
    .update(promotionRecipients)
    .set({ status: recipient ? 'told' : 'skipped', at: sql`now()` })
    .where(and(isWaiting(promotionId), eq(promotionRecipients.userId, userId)));
  return true;
}

async function end(tx: Transaction, promotionId: string, eventId: string): Promise<void> {
  await tx
    .update(promotions)
    .set({ status: 'sent', endedAt: sql`now()`, counts: await countDeliveries(tx, eventId) })
    .where(isSending(promotionId));
  await announce(tx, 'promotions');
}

/** How many messages were written, by channel. */
export async function countDeliveries(tx: Transaction, eventId: string): Promise<Record<string, number>> {
  const counted = await tx
    .select({ channel: deliveries.channel, many: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(eq(deliveries.eventId, eventId))
    .groupBy(deliveries.channel);
  return Object.fromEntries(counted.map(({ channel, many }) => [channel, many]));
}

const isSending = (promotionId: string) =>
  and(eq(promotions.id, promotionId), eq(promotions.status, 'sending'));

const isWaiting = (promotionId: string) =>
  and(eq(promotionRecipients.promotionId, promotionId), eq(promotionRecipients.status, 'waiting'));
