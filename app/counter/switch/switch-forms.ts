/** Defines the forms of shared tablets. Parsed on the server; browsers do not load their schemas. */
import { z } from 'zod';
import { newPinSchema } from '#core/accounts/identity/pins/pin.ts';
import { existingPassword } from '#core/accounts/identity/sessions/sign-in.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';

const person = z.uuid({ error: 'Choose who works here now.' });

export const takeOverForm = z.object({
  person,
  pin: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the six digits of your PIN.'),
  to: z.string().max(500).default(''),
});

export const shareForm = z.object({
  name: z
    .string()
    .overwrite(cleanText)
    .min(1, 'Enter a name, such as Register 1.')
    .max(40, 'Use at most 40 characters.')
    .refine(isPlainText, 'This contains characters that cannot be stored.'),
});

/** A new PIN at the counter, by password. */
export const counterPinForm = z.intersection(z.object({ person, password: existingPassword }), newPinSchema);

export const PIN_SECRETS = ['pin', 'again', 'password'];
