/** The job that sends a text message to the gateway. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

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
