/** The job that runs the reactions to an event. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const eventJob = defineJob({
  name: 'events',
  data: z.object({ eventId: z.uuid() }),
  batch: 40,
  // A reaction mostly waits for the database.
  atOnce: 4,
});
