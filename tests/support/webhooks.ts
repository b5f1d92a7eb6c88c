/** An endpoint with messages, as pages show it; it is off, so nothing is sent. */
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from '#db/schema/webhooks.ts';

const NAME = 'Hudson Menu';

export async function aShownWebhook(db: Database): Promise<{ endpoint: string; message: string }> {
  const [known] = await db
    .select({ endpoint: webhookEndpoints.id, message: webhookDeliveries.id })
    .from(webhookEndpoints)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .where(eq(webhookEndpoints.name, NAME));
  if (known) return known;
  const [endpoint] = await db
    .insert(webhookEndpoints)
    .values({
      name: NAME,
      url: 'https://hudson-menu.example/farms/two-branches/webhooks?tenant=7f3a9c',
      types: ['order.ready', 'stock.changed'],
      secret: 'none',
      stopped: 'failing',
    })
    .returning({ id: webhookEndpoints.id });
  const payload = JSON.stringify({ type: 'order.ready', timestamp: '2026-11-26T15:00:00Z', data: {} });
  const [message] = await db
    .insert(webhookMessages)
    .values({ type: 'order.ready', payload })
    .returning({ id: webhookMessages.id });
  const last = { attempts: 1, lastStatus: 500, lastError: 'It answered 500.', lastMs: 812 };
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({
      ...last,
      endpointId: endpoint?.id ?? '',
      messageId: message?.id ?? '',
      status: 'failed',
      dueAt: null,
    })
    .returning({ id: webhookDeliveries.id });
  const deliveryId = delivery?.id ?? '';
  await db.insert(webhookAttempts).values({
    ...{ deliveryId, status: 500, ms: 812, error: 'It answered 500.' },
    answer: '{"error":"The tenant is being moved"}',
  });
  return { endpoint: endpoint?.id ?? '', message: deliveryId };
}
