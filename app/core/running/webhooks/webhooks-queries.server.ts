/** Reads endpoints, without their secrets, and what was sent to them. */
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from '#db/schema/webhooks.ts';
import { isUuid } from '#kernel/ids.ts';
import type { WebhookDeliveryStatus, WebhookStop } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { MessageListState } from './message-list.ts';
import { isWebhookType, type WebhookType } from './webhook.ts';

export type ListedEndpoint = {
  id: string;
  name: string;
  url: string;
  types: WebhookType[];
  stopped: WebhookStop | null;
  /** Formatted; null while its last attempt succeeded. */
  failingSince: string | null;
  /** Formatted; null if only one secret signs. */
  formerUntil: string | null;
  /** Messages that wait for their first attempt or the next one. */
  waiting: number;
};

/** null for actors who may not manage settings. */
export async function readEndpoints(actor: Actor, zone: string): Promise<ListedEndpoint[] | null> {
  if (!may(actor, 'settings.manage')) return null;
  const rows = await select();
  return rows.map((row) => listed(row, zone));
}

/** null if there is none, and for actors who may not manage settings. */
export async function readEndpoint(actor: Actor, id: string, zone: string): Promise<ListedEndpoint | null> {
  if (!may(actor, 'settings.manage') || !isUuid(id)) return null;
  const [row] = await select(id);
  return row ? listed(row, zone) : null;
}

const select = (id?: string) =>
  database()
    .select({
      id: webhookEndpoints.id,
      name: webhookEndpoints.name,
      url: webhookEndpoints.url,
      types: webhookEndpoints.types,
      stopped: webhookEndpoints.stopped,
      failingSince: webhookEndpoints.failingSince,
      formerUntil: sql<string | null>`case when former_until > now() then former_until end`,
      waiting: count(webhookDeliveries.id),
    })
    .from(webhookEndpoints)
    .leftJoin(
      webhookDeliveries,
      and(eq(webhookDeliveries.endpointId, webhookEndpoints.id), eq(webhookDeliveries.status, 'waiting')),
    )
    .where(id === undefined ? undefined : eq(webhookEndpoints.id, id))
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

function listed(row: Awaited<ReturnType<typeof select>>[number], zone: string): ListedEndpoint {
  const at = (when: Date | string | null) => when && formatDateTime(instantOf(new Date(when)), zone);
  return {
    ...row,
    types: row.types.filter(isWebhookType),
    failingSince: at(row.failingSince),
    formerUntil: at(row.formerUntil),
  };
}

export type MessageLine = {
  /** Of the delivery. */
  id: string;
  type: string;
  status: WebhookDeliveryStatus;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  lastMs: number | null;
  /** When the message was made, formatted in the store's zone. */
  at: string;
};

const PAGE = 25;

/** What an endpoint was sent; null for people who may not see it. */
export async function readMessages(
  actor: Actor,
  endpointId: string,
  { filters, sort, position }: MessageListState,
  zone: string,
): Promise<KeysetPage<MessageLine> | null> {
  if (!may(actor, 'settings.manage') || !isUuid(endpointId)) return null;
  const { status, type } = filters;
  const page = await readKeysetPage(
    byMoment(webhookDeliveries.createdAt, webhookDeliveries.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ ...lineColumns, key })
        .from(webhookDeliveries)
        .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
        .where(
          and(
            where,
            eq(webhookDeliveries.endpointId, endpointId),
            status ? eq(webhookDeliveries.status, status as WebhookDeliveryStatus) : undefined,
            type ? eq(webhookMessages.type, type) : undefined,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ createdAt, ...row }) => ({
      ...row,
      at: formatDateTime(instantOf(createdAt), zone),
    })),
  };
}

const lineColumns = {
  id: webhookDeliveries.id,
  type: webhookMessages.type,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  lastStatus: webhookDeliveries.lastStatus,
  lastError: webhookDeliveries.lastError,
  lastMs: webhookDeliveries.lastMs,
  createdAt: webhookDeliveries.createdAt,
};

export type ShownMessage = MessageLine & {
  /** As in its header. */
  messageId: string;
  /** With line breaks. */
  payload: string;
  /** When the next attempt is due, formatted; null if none is. */
  dueAt: string | null;
  /** Newest first. */
  tries: {
    id: number;
    at: string;
    status: number | null;
    ms: number;
    error: string | null;
    answer: string;
  }[];
};

/** Attempts that are shown. */
const MOST_TRIES = 50;

export async function readMessage(
  actor: Actor,
  endpointId: string,
  deliveryId: string,
  zone: string,
): Promise<ShownMessage | null> {
  if (!may(actor, 'settings.manage') || !isUuid(endpointId) || !isUuid(deliveryId)) return null;
  const [found] = await database()
    .select({
      ...lineColumns,
      messageId: webhookMessages.id,
      payload: webhookMessages.payload,
      dueAt: webhookDeliveries.dueAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, endpointId)));
  if (!found) return null;
  const tries = await database()
    .select({
      id: webhookAttempts.id,
      createdAt: webhookAttempts.createdAt,
      status: webhookAttempts.status,
      ms: webhookAttempts.ms,
      error: webhookAttempts.error,
      answer: webhookAttempts.answer,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, deliveryId))
    .orderBy(desc(webhookAttempts.id))
    .limit(MOST_TRIES);
  const at = (when: Date) => formatDateTime(instantOf(when), zone);
  const { createdAt, dueAt, messageId, payload, ...line } = found;
  return {
    ...line,
    messageId: `msg_${messageId}`,
    payload: JSON.stringify(JSON.parse(payload), null, 2),
    at: at(createdAt),
    dueAt: dueAt && at(dueAt),
    tries: tries.map(({ createdAt: tried, ...each }) => ({ ...each, at: at(tried) })),
  };
}
