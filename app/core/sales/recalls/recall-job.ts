/** The job that writes a recall's messages to the next few people, and enqueues itself until everyone has one. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const recallJob = defineJob({
  name: 'recalls',
  data: z.object({ recallId: z.uuid() }),
  batch: 1,
});
