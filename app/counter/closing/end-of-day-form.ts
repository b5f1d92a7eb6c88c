/** Defines the forms of the end of the day. */
import { z } from 'zod';
import { yesFields } from '#core/accounts/identity/pins/pin.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { LONGEST_NOTE } from './end-of-day.ts';

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
  z.object({
    intent: z.literal('settle'),
    id: z.uuid(),
    note: z
      .string()
      .overwrite(cleanText)
      .max(LONGEST_NOTE, `Use at most ${LONGEST_NOTE} characters.`)
      .refine(isPlainText, 'These characters cannot be saved.')
      .default(''),
    /** Whose yes it has, for a person who may not settle it. */
    ...yesFields,
  }),
]);
