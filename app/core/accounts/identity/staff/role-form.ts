/** The form that changes a role. */
import { z } from 'zod';
import { roles } from '#kernel/statuses.ts';

export const roleForm = z.object({
  userId: z.uuid(),
  role: z.enum(roles),
  /** The role that the page showed. */
  from: z.enum(roles),
});
export type RoleInput = z.output<typeof roleForm>;
