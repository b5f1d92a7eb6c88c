/** The job that sends a promotion to the next few people, and enqueues itself until everyone has it. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const promotionJob = defineJob({
  name: 'promotions',
  data: z.object({ promotionId: z.uuid() }),
  batch: 1,
});
