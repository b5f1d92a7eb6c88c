/** Loads promotions for users who may send them: the list, and one with its results. */
import { and, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { PromotionWords } from '#core/sales/promotions/promotion.ts';
import { wordsOf } from '#core/sales/promotions/save-promotion.server.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { deliveries } from '#db/schema/notifications.ts';
import { promotionRecipients, promotions } from '#db/schema/promotions.ts';
import { isUuid } from '#kernel/ids.ts';
import {
  type Channel,
  channels,
  type MailStatus,
  mailStatuses,
  type PromotionStatus,
} from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { PromotionListState } from './promotion-list.ts';

export type PromotionLine = {
  id: string;
  title: string;
  status: PromotionStatus;
  isOffer: boolean;
  /** How many people it goes to; null for a draft. */
  recipients: number | null;
  /** Deliveries by channel; null while they are still being created. */
  counts: Partial<Record<Channel, number>> | null;
  /** 'Nov 5, 2026 3:07 PM': when it was sent, or written. */
  at: string;
};

const PAGE = 25;

/** Newest first. null for users who may not send promotions. */
export async function readPromotions(
  actor: Actor,
  { filters, sort, position }: PromotionListState,
  zone: string,
): Promise<KeysetPage<PromotionLine> | null> {
  if (!may(actor, 'promotions.send')) return null;
  const page = await readKeysetPage(
    byMoment(promotions.createdAt, promotions.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({
          id: promotions.id,
          title: promotions.title,
          status: promotions.status,
          terms: promotions.terms,
          recipients: promotions.recipients,
          counts: promotions.counts,
          startedAt: promotions.startedAt,
          createdAt: promotions.createdAt,
          key,
        })
        .from(promotions)
        .where(
          and(where, filters.status ? eq(promotions.status, filters.status as PromotionStatus) : undefined),
        )
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ terms, startedAt, createdAt, ...row }) => ({
      ...row,
      isOffer: terms !== null,
      at: formatDateTime(instantOf(startedAt ?? createdAt), zone),
    })),
  };
}

export type PromotionView = {
  id: string;
  status: PromotionStatus;
  version: number;
  words: PromotionWords;
  recipients: number | null;
  /** Who sent it; null for a draft. */
  sent: { by: string; at: string } | null;
  endedAt: string | null;
  /** How many of the recipients are done. */
  progress: { waiting: number; told: number; skipped: number };
  /** The outcome of its messages, by channel; channels without messages are missing. */
  outcome: readonly { channel: Channel; by: Record<MailStatus, number> }[];
};

/** null if there is none, and for users who may not send promotions. */
export async function readPromotion(actor: Actor, id: string, zone: string): Promise<PromotionView | null> {
  if (!may(actor, 'promotions.send') || !isUuid(id)) return null;
  const [row] = await database().select().from(promotions).where(eq(promotions.id, id));
  if (!row) return null;
  const at = (date: Date) => formatDateTime(instantOf(date), zone);
  const { status, version, recipients, startedAt, endedAt, sentByName, eventId } = row;
  return {
    id,
    status,
    version,
    words: wordsOf(row),
    recipients,
    sent: startedAt && { by: sentByName ?? 'someone', at: at(startedAt) },
    endedAt: endedAt && at(endedAt),
    progress: await readProgress(id),
    outcome: eventId ? await readOutcome(eventId) : [],
  };
}

async function readProgress(id: string): Promise<PromotionView['progress']> {
  const rows = await database()
    .select({ status: promotionRecipients.status, many: sql<number>`count(*)::int` })
    .from(promotionRecipients)
    .where(eq(promotionRecipients.promotionId, id))
    .groupBy(promotionRecipients.status);
  return {
    waiting: 0,
    told: 0,
    skipped: 0,
    ...Object.fromEntries(rows.map(({ status, many }) => [status, many])),
  };
}

/** An email's outcome is in its mail message, not in its delivery. */
async function readOutcome(eventId: string): Promise<PromotionView['outcome']> {
  const status = sql<MailStatus>`coalesce(${mailMessages.status}, ${deliveries.status})`;
  const rows = await database()
    .select({ channel: deliveries.channel, status, many: sql<number>`count(*)::int` })
    .from(deliveries)
    .leftJoin(mailMessages, eq(mailMessages.id, deliveries.mailId))
    // Emails are stored for a year; the outcome of older ones is unknown.
    .where(
      and(
        eq(deliveries.eventId, eventId),
        sql`(${deliveries.channel} <> 'email' or ${mailMessages.id} is not null)`,
      ),
    )
    .groupBy(deliveries.channel, status);
  return channels
    .map((channel) => ({
      channel,
      by: Object.fromEntries(
        mailStatuses.map((each) => [
          each,
          rows.find((row) => row.channel === channel && row.status === each)?.many ?? 0,
        ]),
      ) as Record<MailStatus, number>,
    }))
    .filter(({ by }) => Object.values(by).some((many) => many > 0));
}
