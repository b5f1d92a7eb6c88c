/** Defines the job that tries, moves or undoes uploaded files, whichever their status says. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

/** The session is the one that asked: who has lost the permission by then changes nothing. */
export const fileMoveJob = defineJob({
  name: 'file-moves',
  data: z.object({ moveId: z.uuid(), sessionId: z.string() }),
  batch: 1,
});
