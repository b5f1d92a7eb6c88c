/** The job that goes through the next lines of a price correction. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const correctionJob = defineJob({
  name: 'price-corrections',
  data: z.object({ correctionId: z.uuid() }),
  batch: 1,
});
