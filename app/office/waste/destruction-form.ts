/** Defines the form that records a destruction. */
import { z } from 'zod';
import { witnessFields } from '#core/accounts/identity/pins/pin.ts';
import { destructionMethods } from '#kernel/statuses.ts';
import { typed } from '#platform/requests/typed-text.ts';

export const destroyForm = z.object({
  /** Store-local, as the browser's control sends it. */
  time: z.string().max(40).default(''),
  method: z.enum(destructionMethods, { error: 'Choose how it was destroyed.' }),
  ...witnessFields,
  note: typed(500, 'note'),
});
