/** The jobs that send a written mail. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';
import { ACCOUNT_MAIL_AT_ONCE, SENT_AT_ONCE } from '#platform/outgoing/mail.ts';

export const mailJob = defineJob({
  name: 'mail',
  data: z.object({ mailId: z.uuid() }),
  // A slow mail server may take twenty seconds for each, and a batch must finish before it counts as lost.
  batch: 20,
  atOnce: SENT_AT_ONCE,
});

/** The same for mail about an account: a flood of order mail never delays a link that its reader waits for. */
export const accountLetterJob = defineJob({
  name: 'account-letters',
  data: z.object({ mailId: z.uuid() }),
  batch: 10,
  atOnce: ACCOUNT_MAIL_AT_ONCE,
});
