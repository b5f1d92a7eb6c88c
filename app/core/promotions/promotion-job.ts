/** The job that tells the next few people of a promotion, and enqueues itself until all are told. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const promotionJob = defineJob({
  name: 'promotions',
  data: z.object({ promotionId: z.uuid() }),
  batch: 1,
});
