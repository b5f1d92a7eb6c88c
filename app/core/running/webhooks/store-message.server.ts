/** Stores messages, once for everyone and once for each endpoint that wants them. */
import { sql } from 'drizzle-orm';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '#db/schema/webhooks.ts';
import { newId } from '#kernel/ids.ts';
import { wakeEndpoints } from './wake-endpoints.server.ts';
import { TEST_TYPE, type WebhookType } from './webhook.ts';

export type NewMessage = { id: string; type: WebhookType; data: object };

/** What any endpoint wants; also one that is off, which may want it sent again later. */
export async function wantedTypes(): Promise<ReadonlySet<string>> {
  const rows = await database().select({ types: webhookEndpoints.types }).from(webhookEndpoints);
  return new Set(rows.flatMap(({ types }) => types));
}

/** Does nothing for a message that is already stored, so an event that is handled twice is sent once. */
export async function storeMessage(message: NewMessage): Promise<void> {
  await wakeEndpoints(await inTransaction((tx) => writeMessage(tx, message)));
}

/** Within a transaction. Returns the endpoints to wake after its commit. */
export async function writeMessage(tx: Transaction, { id, type, data }: NewMessage): Promise<string[]> {
  const written = await tx
    .insert(webhookMessages)
    .values({ id, type, payload: payloadOf(type, data) })
    .onConflictDoNothing()
    .returning({ id: webhookMessages.id });
  if (written.length === 0) return [];
  // The lock leaves out an endpoint that is deleted in this moment.
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${webhookDeliveries} (endpoint_id, message_id)
    select id, ${id}::uuid from ${webhookEndpoints} where stopped is null and ${type} = any(types) order by id for key share
    returning endpoint_id as id`);
  return rows.map((row) => row.id);
}

/** A message that says nothing, for one endpoint. Returns the id of its delivery. */
export async function writeTest(tx: Transaction, endpointId: string): Promise<string> {
  const [message] = await tx
    .insert(webhookMessages)
    .values({ id: newId<string>(), type: TEST_TYPE, payload: payloadOf(TEST_TYPE, {}) })
    .returning({ id: webhookMessages.id });
  const [delivery] = await tx
    .insert(webhookDeliveries)
    .values({ endpointId, messageId: message?.id ?? '' })
    .returning({ id: webhookDeliveries.id });
  return delivery?.id ?? '';
}

const payloadOf = (type: string, data: object) =>
  JSON.stringify({ type, timestamp: new Date().toISOString(), data });
