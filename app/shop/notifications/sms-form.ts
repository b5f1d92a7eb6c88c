/** Defines the form that turns text messages on: the number and the consent. */
import { z } from 'zod';
import { phoneNumber } from '#core/ground/notifications/sms-number.ts';

export const phoneSchema = z.object({
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
});

export const smsNumberSchema = phoneSchema.extend({
  consent: z.literal('yes', { error: 'Check the box to agree, or leave text messages off.' }),
});
