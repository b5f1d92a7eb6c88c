/** The form with which an admin ends someone’s work here. */
import { z } from 'zod';

const person = z
  .string()
  .default('')
  .transform((id) => id || null);

export const leavingForm = z.object({
  drawerTo: person,
  chargeTo: person,
  tokens: z.enum(['revoke', 'keep']).default('revoke'),
  webhooks: z.enum(['keep', 'turn-off']).default('keep'),
});
