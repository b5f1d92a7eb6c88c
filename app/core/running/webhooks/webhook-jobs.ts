/** The jobs that send messages to endpoints, and that look for what is to be sent. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs.ts';
import { MOST_ENDPOINTS } from './webhook.ts';

/** Sends what is due to one endpoint. As many run at once as there can be endpoints, so none waits for another. */
export const webhookJob = defineJob({
  name: 'webhooks',
  data: z.object({ endpointId: z.uuid() }),
  batch: MOST_ENDPOINTS,
  atOnce: MOST_ENDPOINTS,
  substitutes: MOST_ENDPOINTS,
  // What is due is looked for every ten seconds.
  retryLimit: 0,
});

/** Makes messages of noted products, and wakes endpoints with something due; several times a minute. */
export const webhookTickJob = defineJob({
  name: 'webhook-ticks',
  data: z.object({}),
  batch: 1,
  retryLimit: 0,
});

/** Seconds between two ticks, and so between two messages about one product. */
export const TICK_SECONDS = 10;
