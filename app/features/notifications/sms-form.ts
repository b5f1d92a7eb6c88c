/** What the forms about text messages ask, and what is wrong with an answer. */
import { z } from 'zod';
import { phoneNumber } from './sms-number.ts';

export const smsNumberSchema = z.object({
  phone: z
    .string()
    .max(40, 'Enter a phone number.')
    .transform((text, context) => {
      const phone = phoneNumber(text);
      if (phone) return phone;
      context.addIssue({
        code: 'custom',
        message: 'Enter a US or Canadian phone number, such as (518) 555-0123.',
      });
      return z.NEVER;
    }),
  consent: z.literal('yes', { error: 'Tick the box to agree, or leave text messages off.' }),
});

const CODE_LENGTH = 6;

export const smsCodeSchema = z.object({
  code: z
    .string()
    .max(40)
    .transform((text) => text.replaceAll(/\D/g, ''))
    .refine((code) => code.length === CODE_LENGTH, `Enter the ${CODE_LENGTH} digits of the message.`),
});
