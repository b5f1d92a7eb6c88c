/** The job that lets others react to an event. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';

export const eventJob = defineJob({
  name: 'events',
  data: z.object({ eventId: z.uuid() }),
  batch: 40,
  // Most of a reaction is waiting for the database.
  atOnce: 4,
});
