/** Makes messages of webhooks from events, and from products that changed, with the shapes of the API. */
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { productsForCart } from '#core/goods/catalogue/catalogue-queries.server.ts';
import type { DomainEvent } from '#core/ground/events/event.ts';
import { storeMessage, wantedTypes } from '#core/running/webhooks/store-message.server.ts';
import { tellProducts } from '#core/running/webhooks/tell-products.server.ts';
import { wakeDueEndpoints } from '#core/running/webhooks/wake-endpoints.server.ts';
import type { WebhookType } from '#core/running/webhooks/webhook.ts';
import { database } from '#db/client.ts';
import { recallLots, recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { readProductDetails } from './menu-operations.server.ts';
import { readOrderById } from './orders-queries.server.ts';
import type { recall } from './schemas.ts';

/** The events that webhooks send. */
const typeOf: Partial<Record<DomainEvent['kind'], WebhookType>> = {
  'order-placed': 'order.reserved',
  'order-confirmed': 'order.accepted',
  'order-ready': 'order.ready',
  'order-completed': 'order.picked_up',
  'order-cancelled': 'order.canceled',
  'order-not-picked-up': 'order.not_picked_up',
  'order-changed': 'order.changed',
  'order-items-changed': 'order.changed',
  'order-moved': 'order.changed',
  'order-refunded': 'order.changed',
  'order-price-lowered': 'order.changed',
  recall: 'recall.opened',
};

/** A reaction to any event. Safe to repeat: the message has the id of its event. */
export async function tellPartners(eventId: string, event: DomainEvent): Promise<void> {
  const type = typeOf[event.kind];
  if (!type || !(await wantedTypes()).has(type)) return;
  const data = 'orderId' in event ? await readOrderById(event.orderId) : await recallOf(event);
  if (data) await storeMessage({ id: eventId, type, data });
}

async function recallOf(event: DomainEvent): Promise<z.input<typeof recall> | null> {
  if (!('recallId' in event)) return null;
  const { recallId } = event;
  const [found] = await database()
    .select({ number: recalls.number, title: recalls.title, startedAt: recalls.startedAt })
    .from(recalls)
    .where(eq(recalls.id, recallId));
  if (!found?.startedAt) return null;
  const covered = await database()
    .select({
      id: lots.id,
      product_id: lots.productId,
      batch_number: lots.batchNumber,
      package_tag: lots.packageTag,
    })
    .from(recallLots)
    .innerJoin(lots, eq(lots.id, recallLots.lotId))
    .where(eq(recallLots.recallId, recallId))
    .orderBy(asc(lots.id));
  return {
    number: found.number,
    title: found.title,
    started_at: found.startedAt.toISOString(),
    lots: covered,
  };
}

/** Several times a minute: what changed of products, and the endpoints with something due. */
export async function tickWebhooks(): Promise<void> {
  await tellProducts({
    states: async (ids) =>
      (await productsForCart(ids)).map(({ id, forSale, available }) => ({ id, onMenu: forSale, available })),
    details: (id) => readProductDetails(id, mailOrigin()),
  });
  await wakeDueEndpoints();
}
