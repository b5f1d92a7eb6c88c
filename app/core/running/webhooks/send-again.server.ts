/** Sends messages again, by hand, under the ids they had the first time: one, or all since a moment. Sends a test. */
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#core/ground/access/actor.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { webhookDeliveries, webhookMessages } from '#db/schema/webhooks.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { onEndpoint } from './on-endpoint.server.ts';
import { writeTest } from './store-message.server.ts';
import { wakeEndpoints } from './wake-endpoints.server.ts';
import { MOST_REPLAYED, type WebhookProblem } from './webhook.ts';

const fromTheStart = { status: 'waiting', attempts: 0, dueAt: sql`now()`, isReplayed: false } as const;

/** Sends a message again with all of its attempts, delivered or not. Refuses an endpoint that is off. */
export async function sendAgain(
  actor: Actor,
  id: string,
  deliveryId: string,
): Promise<Result<null, WebhookProblem>> {
  const outcome = await onEndpoint<null, false>(
    actor,
    id,
    { recent: false },
    async (tx, admin, { name, stopped }) => {
      if (stopped) return refuse({ kind: 'off' });
      const [again] = isUuid(deliveryId)
        ? await tx
            .update(webhookDeliveries)
            .set(fromTheStart)
            .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id)))
            .returning({ id: webhookDeliveries.id })
        : [];
      if (!again) return refuse({ kind: 'not-found' });
      await recordAudit(tx, admin, {
        action: 'webhook.replayed',
        subject: 'store',
        subjectId: 'webhooks',
        after: { name, messages: 1 },
      });
      return succeed(null);
    },
  );
  if (outcome.ok) await wakeEndpoints([id]);
  return outcome;
}

/**
 * Sends everything since then that the endpoint is to get, also what happened while it was off or before it was added.
 * Needs an admin who signed in recently. Returns how many messages. Refuses an endpoint that is off, more than
 * `MOST_REPLAYED`, and a replay while an earlier one still has messages waiting.
 */
export async function replaySince(
  actor: Actor,
  id: string,
  since: Date,
): Promise<Result<number, WebhookProblem>> {
  const outcome = await onEndpoint<number, true>(
    actor,
    id,
    { recent: true },
    async (tx, admin, { name, types, stopped }) => {
      if (stopped) return refuse({ kind: 'off' });
      const [earlier] = await tx
        .select({ waiting: count() })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.endpointId, id),
            eq(webhookDeliveries.status, 'waiting'),
            eq(webhookDeliveries.isReplayed, true),
          ),
        );
      if (earlier && earlier.waiting > 0) return refuse({ kind: 'replaying', waiting: earlier.waiting });
      const wanted = await tx
        .select({ id: webhookMessages.id })
        .from(webhookMessages)
        .where(
          and(
            sql`${webhookMessages.createdAt} >= ${since.toISOString()}::timestamptz`,
            inArray(webhookMessages.type, types),
          ),
        )
        .limit(MOST_REPLAYED + 1);
      if (wanted.length > MOST_REPLAYED) return refuse({ kind: 'too-many-messages' });
      await tx.execute(sql`
        insert into ${webhookDeliveries} (endpoint_id, message_id, is_replayed)
        select ${id}::uuid, id, true from ${webhookMessages}
        where id = any(${sql.param(wanted.map((message) => message.id))}::uuid[])
        on conflict (message_id, endpoint_id) do update set status = 'waiting', attempts = 0, due_at = now(), is_replayed = true`);
      await recordAudit(tx, admin, {
        action: 'webhook.replayed',
        subject: 'store',
        subjectId: 'webhooks',
        after: { name, since: since.toISOString(), messages: wanted.length },
      });
      return succeed(wanted.length);
    },
  );
  if (outcome.ok) await wakeEndpoints([id]);
  return outcome;
}

/** Sends a message of the type `test`. Refuses an endpoint that is off. Returns the id of its delivery. */
export async function sendTest(actor: Actor, id: string): Promise<Result<string, WebhookProblem>> {
  const outcome = await onEndpoint<string, false>(
    actor,
    id,
    { recent: false },
    async (tx, admin, { name, stopped }) => {
      if (stopped) return refuse({ kind: 'off' });
      const delivery = await writeTest(tx, id);
      await recordAudit(tx, admin, {
        action: 'webhook.tested',
        subject: 'store',
        subjectId: 'webhooks',
        after: { name },
      });
      return succeed(delivery);
    },
  );
  if (outcome.ok) await wakeEndpoints([id]);
  return outcome;
}
