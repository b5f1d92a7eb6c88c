/** Defines the form with which staff change who picks up an order. Parsed on the server; browsers do not load its schema. */
import { z } from 'zod';
import { optionalFullName } from '#core/accounts/customers/profile-fields.ts';

/** `seen` is what the form showed: anything else is like nothing, and so differs from what is saved. */
export const pickupNameForm: z.ZodType<{ pickupName: string | null; seen: string | null; stays: boolean }> = z
  .object({
    pickupName: optionalFullName,
    seenName: optionalFullName.catch(null),
    /** Sent by a script, beside the page's other forms. */
    stay: z.string().default(''),
  })
  .transform(({ pickupName, seenName, stay }) => ({ pickupName, seen: seenName, stays: stay !== '' }));
