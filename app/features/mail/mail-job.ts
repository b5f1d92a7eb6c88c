/** The job that sends a mail that is written. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';
import { SENT_AT_ONCE } from '#platform/mail.ts';

export const mailJob = defineJob({
  name: 'mail',
  data: z.object({ mailId: z.uuid() }),
  // A slow mail server may take twenty seconds for each, and a batch must end before it counts as lost.
  batch: 20,
  atOnce: SENT_AT_ONCE,
});
