/**
 * The job that passes a sign-in code to the gateway. Its data is encrypted, because finished jobs stay in the queue's
 * table for a while.
 */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const textCodeJob = defineJob({
  name: 'text-code',
  data: z.object({ encrypted: z.string() }),
  // A slow gateway may take ten seconds for each, and a batch must finish before it counts as lost.
  batch: 8,
  atOnce: 4,
});
