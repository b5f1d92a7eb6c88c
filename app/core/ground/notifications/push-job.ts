/** The job that sends a push message to one browser's push service. */
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
