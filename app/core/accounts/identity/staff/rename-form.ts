/** The form in which an admin changes the name of a person at work. */
import { z } from 'zod';
import { fullName } from '#core/accounts/customers/profile-fields.ts';

export const renameForm = z.object({ userId: z.uuid(), fullName });
export type RenameInput = z.output<typeof renameForm>;
