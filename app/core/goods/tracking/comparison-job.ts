/** The job that compares lots with the state's packages when an admin asks. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const comparisonJob = defineJob({
  name: 'state-comparison',
  data: z.object({ comparisonId: z.uuid() }),
  ...{ batch: 1, retryAfter: 30, retryLimit: 2 },
});
