/** The job that makes a backup: every night, and when an admin asks for one. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';
import { nightlyCron } from './backup.ts';

export const backupJob = defineJob({
  name: 'back-up',
  data: z.object({ isAsked: z.boolean().optional() }),
  batch: 1,
  retryAfter: 300,
  retryLimit: 2,
  cron: nightlyCron,
});
