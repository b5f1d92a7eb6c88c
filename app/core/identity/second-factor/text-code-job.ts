/** The job that hands a sign-in code to the gateway. Encrypted: finished jobs are kept for a while. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const textCodeJob = defineJob({
  name: 'text-code',
  data: z.object({ encrypted: z.string() }),
  // A slow gateway may take ten seconds for each, and a batch must end before it counts as lost.
  batch: 8,
  atOnce: 4,
});
