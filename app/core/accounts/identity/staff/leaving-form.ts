/** The form with which an admin ends someone’s work here. */
import { z } from 'zod';

const person = z
  .string()
  .default('')
  .transform((id) => id || null);

export const leavingForm = z.object({
  drawerTo: person,
  chargeTo: person,
  tokens: z.enum(['revoke', 'transfer']).default('revoke'),
  webhooks: z.enum(['transfer', 'turn-off']).default('transfer'),
});
