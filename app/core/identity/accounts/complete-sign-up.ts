/** The short form after a first sign-in with a provider: what the provider does not say, and the specification asks for. */
import { z } from 'zod';
import type { BirthDateRule } from '#core/customers/birth-date.ts';
import { fullName } from '#core/customers/profile-fields.ts';
import { birthDate } from './sign-up.ts';

export const completeSignUpSchema = (rule: BirthDateRule) =>
  z.object({ fullName, birthDate: birthDate(rule) });

export type CompleteSignUpInput = z.output<ReturnType<typeof completeSignUpSchema>>;
