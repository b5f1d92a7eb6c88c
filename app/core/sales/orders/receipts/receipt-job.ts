/** Defines the job that makes a receipt's PDF and puts it into file storage. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const receiptJob = defineJob({ name: 'receipts', data: z.object({ receiptId: z.uuid() }) });
