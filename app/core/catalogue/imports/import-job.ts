/** The job that does what an import is at: compares the file with the products, applies it, takes it back. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

/** The session is the one in which it was asked for: whoever has lost the right meanwhile changes nothing any more. */
export const importJob = defineJob({
  name: 'product-imports',
  data: z.object({ importId: z.uuid(), sessionId: z.string() }),
  batch: 1,
});
