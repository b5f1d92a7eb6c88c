/**
 * The short form after a first sign-in with a provider: the fields the specification requires and the provider lacks.
 */
import { z } from 'zod';
import type { BirthDateRule } from '#core/accounts/customers/birth-date.ts';
import { fullName } from '#core/accounts/customers/profile-fields.ts';
import { birthDate } from './sign-up.ts';

export const completeSignUpSchema = (rule: BirthDateRule) =>
  z.object({ fullName, birthDate: birthDate(rule) });

export type CompleteSignUpInput = z.output<ReturnType<typeof completeSignUpSchema>>;
