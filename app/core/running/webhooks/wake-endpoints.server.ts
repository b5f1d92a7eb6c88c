/** Enqueues the jobs that send to endpoints. */
import { sql } from 'drizzle-orm';
import { database, inTransaction } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { enqueue } from '#platform/jobs.ts';
import { TICK_SECONDS, webhookJob, webhookTickJob } from './webhook-jobs.ts';

/**
 * Wakes these endpoints, unless they are being sent to or were woken a moment ago. After the commit of what is due: who
 * sends looks once more when it is done, so either it sees what was committed, or it is no longer seen here.
 */
export async function wakeEndpoints(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update ${webhookEndpoints} set woken_at = now()
      where id in (
        select id from ${webhookEndpoints} where id = any(${sql.param(ids)}::uuid[]) and stopped is null
          and (leased_until is null or leased_until < now())
          and (woken_at is null or woken_at < now() - make_interval(secs => ${TICK_SECONDS}))
        order by id for no key update)
      returning id`);
    for (const { id } of rows) await enqueue(tx, webhookJob, { endpointId: id });
  });
}

/** Wakes the endpoints with something due: for retries, and for what a process that died left behind. */
export async function wakeDueEndpoints(now = new Date()): Promise<void> {
  const { rows } = await database().execute<{ id: string }>(sql`
    select id from ${webhookEndpoints} as endpoint
    where stopped is null and exists (
      select from ${webhookDeliveries} as delivery
      where delivery.endpoint_id = endpoint.id and delivery.status = 'waiting' and delivery.due_at <= ${now.toISOString()}::timestamptz)`);
  await wakeEndpoints(rows.map(({ id }) => id));
}

/** Every minute: enqueues the ticks of that minute. None without an endpoint. */
export async function planTicks(): Promise<void> {
  await inTransaction(async (tx) => {
    const [endpoint] = await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).limit(1);
    if (!endpoint) return;
    for (let after = 0; after < 60; after += TICK_SECONDS) await enqueue(tx, webhookTickJob, {}, after);
  });
}
