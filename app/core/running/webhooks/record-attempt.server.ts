/** Records an attempt: what it did to the message, and to its endpoint. */
import { and, eq, sql } from 'drizzle-orm';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import { readAdminIds } from '#core/ground/notifications/admins-queries.server.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles } from '#db/schema/identity.ts';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import type { WebhookStop } from '#kernel/statuses.ts';
import { hasFailedForDays, pauseAfter } from './webhook.ts';

export type Attempt = {
  /** The HTTP status; null if there was no answer. */
  status: number | null;
  ms: number;
  /** A sentence; null if the message was delivered. */
  error: string | null;
  /** The beginning of the answer. */
  answer: string;
  /** Seconds that the endpoint asked for. */
  retryAfter: number | null;
};

/**
 * Returns whether the endpoint is turned off: by an admin, because it answered 410, or because it has failed for days; the
 * last two notify the admins.
 */
export function recordAttempt(
  endpointId: string,
  deliveryId: string,
  { status, ms, error, answer, retryAfter }: Attempt,
  now = new Date(),
): Promise<{ isStopped: boolean }> {
  return inTransaction(async (tx) => {
    // First, as the commands do it that send messages again.
    const [endpoint] = await tx
      .select({ stopped: webhookEndpoints.stopped })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for('no key update');
    const [delivery] = await tx
      .select({ attempts: webhookDeliveries.attempts })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, deliveryId))
      .for('no key update');
    // Its endpoint was deleted while it was sent.
    if (!delivery) return { isStopped: true };
    await tx.insert(webhookAttempts).values({ deliveryId, status, ms, error, answer, createdAt: now });
    const attempts = delivery.attempts + 1;
    const pause = error === null ? null : pauseAfter(attempts, retryAfter, Math.random());
    const last = { attempts, lastStatus: status, lastError: error, lastMs: ms };
    await tx
      .update(webhookDeliveries)
      .set(
        pause === null
          ? { ...last, status: error === null ? 'delivered' : 'failed', dueAt: null }
          : { ...last, dueAt: new Date(now.getTime() + pause * 1000) },
      )
      .where(eq(webhookDeliveries.id, deliveryId));
    if (error === null) await noteSuccess(tx, endpointId);
    else if (status === 410) return { isStopped: await stop(tx, endpointId, 'gone') };
    else return { isStopped: await noteFailure(tx, endpointId, now) };
    return { isStopped: endpoint?.stopped != null };
  });
}

async function noteSuccess(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null, failures: 0 })
    .where(and(eq(webhookEndpoints.id, endpointId), sql`failing_since is not null`));
}

async function noteFailure(tx: Transaction, endpointId: string, now: Date): Promise<boolean> {
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({
      failingSince: sql`coalesce(failing_since, ${now.toISOString()}::timestamptz)`,
      failures: sql`failures + 1`,
    })
    .where(eq(webhookEndpoints.id, endpointId))
    .returning({ failingSince: webhookEndpoints.failingSince, failures: webhookEndpoints.failures });
  if (!endpoint?.failingSince) return true;
  const { failingSince, failures } = endpoint;
  return hasFailedForDays({ failingSince, failures }, now) ? stop(tx, endpointId, 'failing') : false;
}

/** Turns the endpoint off, and notifies the admins, once the person who set it up is no admin or is banned. */
export async function stopOfFormerAdmin(endpointId: string): Promise<void> {
  const [left] = await database()
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      sql`id = ${endpointId} and stopped is null and responsible_id is not null and not exists (
        select from ${userRoles} join ${customerProfiles} on customer_profiles.user_id = user_roles.user_id
        where user_roles.user_id = responsible_id and role = 'admin' and not is_banned)`,
    );
  if (left) await inTransaction((tx) => stop(tx, left.id, 'left'));
}

async function stop(tx: Transaction, endpointId: string, stopped: WebhookStop): Promise<boolean> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ stopped })
    .where(and(eq(webhookEndpoints.id, endpointId), sql`stopped is null`))
    .returning({ id: webhookEndpoints.id });
  if (rows.length === 0) return true;
  for (const userId of await readAdminIds(tx))
    await recordEvent(tx, { kind: 'webhook-stopped', userId, endpointId }, null);
  return true;
}
