/** Defines the forms of the end of the day. */
import { z } from 'zod';
import { shownNumber } from '#platform/requests/shown-number.ts';

export const closingForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['put-back', 'not-back']), id: z.uuid() }),
  z.object({
    intent: z.literal('not-picked-up'),
    order: z.string().regex(/^ORD\d{3,10}$/),
    version: shownNumber(),
  }),
  z.object({
    intent: z.literal('release-all'),
    /** The orders that staff saw. */
    orders: z
      .string()
      .max(1000)
      .transform((numbers) => numbers.split(',')),
  }),
]);
