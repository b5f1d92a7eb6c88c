/**
 * The jobs that send a message by other channels than mail: to a browser’s push service, and to the gateway for text
 * messages.
 */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const pushJob = defineJob({
  name: 'push',
  data: z.object({
    deliveryId: z.uuid(),
    subscriptionId: z.uuid(),
    /** The text on a lock screen; neutral. */
    brief: z.string(),
    /** The page that pressing it opens. */
    path: z.string(),
  }),
  atOnce: 8,
});

export const smsJob = defineJob({
  name: 'sms',
  data: z.object({
    deliveryId: z.uuid(),
    brief: z.string(),
    path: z.string(),
  }),
  // A slow gateway may take ten seconds for each, and a batch must finish before it counts as lost.
  batch: 8,
  atOnce: 2,
});

/**
 * A code that shows whose phone it is. Its data is encrypted, because finished jobs stay in the queue's table for a
 * while.
 */
export const smsCodeJob = defineJob({
  name: 'sms-code',
  data: z.object({ encrypted: z.string() }),
  batch: 8,
  atOnce: 2,
});
