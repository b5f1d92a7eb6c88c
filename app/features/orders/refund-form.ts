/** The form that records a refund. Read on the server; browsers do without its schema. */
import { z } from 'zod';
import { refundGoods } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { unitsField, type WantedUnits } from './refund.ts';

export const refundForm = z.object({
  whole: z
    .literal('1')
    .optional()
    .transform((value) => value === '1'),
  goods: z.enum(refundGoods).default('kept'),
  reason: z
    .string()
    .overwrite(cleanText)
    .min(1, 'Give a reason; it is kept with the order.')
    .max(400, 'At most 400 characters, please.')
    .refine(isPlainText, 'This text cannot be read.'),
  /** The version staff looked at. */
  version: z.coerce.number().int().min(1),
});

/** What was typed for each line; an empty field is none. A text that is no whole number is one too many. */
export function wantedUnits(form: FormData, itemIds: readonly string[]): WantedUnits {
  return new Map(
    itemIds.map((itemId) => {
      const typed = String(form.get(unitsField(itemId)) ?? '').trim();
      return [itemId, /^\d{0,6}$/.test(typed) ? Number(typed) : Number.NaN];
    }),
  );
}
