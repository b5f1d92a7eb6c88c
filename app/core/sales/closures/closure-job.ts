/** The job that writes a closure's messages, or those of its undo, to the next few customers. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const closureJob = defineJob({
  name: 'closures',
  data: z.object({ closureId: z.uuid(), isUndo: z.boolean() }),
  batch: 1,
});
