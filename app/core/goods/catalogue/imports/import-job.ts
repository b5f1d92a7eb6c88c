/** Defines the job that does the next step of an import: compare the file with the products, apply it, or undo it. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

/** The session is the one that requested it: an actor who has since lost the permission changes nothing. */
export const importJob = defineJob({
  name: 'product-imports',
  data: z.object({ importId: z.uuid(), sessionId: z.string() }),
  batch: 1,
});
