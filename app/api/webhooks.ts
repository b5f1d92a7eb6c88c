/** What each message of webhooks has as `data`: the shapes of the API. */
import { z } from 'zod';
import { TEST_TYPE, type WebhookType, webhookTypes } from '#core/running/webhooks/webhook.ts';
import { nothing, order, productDetails, productGone, recall, stockChange } from './schemas.ts';

type Told = { data: z.ZodObject; words: string };

const ofOrder: Told = {
  data: order,
  words: 'The order as it is when the message is made, without the name of its customer.',
};
const ofProduct: Told = { data: productDetails, words: 'The product as `readProduct` shows it.' };

const told: Readonly<Record<WebhookType, Told>> = {
  'order.reserved': ofOrder,
  'order.accepted': ofOrder,
  'order.changed': ofOrder,
  'order.ready': ofOrder,
  'order.picked_up': ofOrder,
  'order.canceled': ofOrder,
  'order.not_picked_up': ofOrder,
  'product.published': ofProduct,
  'product.changed': ofProduct,
  'product.archived': { data: productGone, words: 'Only its number.' },
  'stock.changed': {
    data: stockChange,
    words: 'At most one message about a product in ten seconds, with the units at that moment.',
  },
  'recall.opened': { data: recall, words: 'Its lots, for partners who show or handle them.' },
};

/** Every message by its type, with the whole of its body. */
export const webhookMessages: readonly { type: string; summary: string; words: string; body: z.ZodObject }[] =
  [
    ...Object.entries(told).map(([type, { data, words }]) => ({
      type,
      summary: webhookTypes[type as WebhookType],
      words,
      body: bodyOf(type, data),
    })),
    {
      type: TEST_TYPE,
      summary: 'A test',
      words: 'The store sends it by hand.',
      body: bodyOf(TEST_TYPE, nothing),
    },
  ];

function bodyOf(type: string, data: z.ZodObject): z.ZodObject {
  return z.strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When the message was made, in UTC.'),
    data,
  });
}
