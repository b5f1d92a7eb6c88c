/** The short form after a first sign-in with a provider: what the provider does not say, and the specification asks for. */
import { z } from 'zod';
import { fullName } from '#features/customers/profile-fields.ts';
import type { StoreDate } from '#kernel/time.ts';
import { birthDate } from './sign-up.ts';

export const completeSignUpSchema = (today: StoreDate) => z.object({ fullName, birthDate: birthDate(today) });

export type CompleteSignUpInput = z.output<ReturnType<typeof completeSignUpSchema>>;
