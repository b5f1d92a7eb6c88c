/** The forms of the counter: the hand-over, and the refusal. Read on the server; browsers do without their schemas. */
import { z } from 'zod';
import { idKinds, idRefusals } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import type { HandOverInput, RefuseInput } from './id-check.ts';

const text = (maximum: number) => z.string().overwrite(cleanText).max(maximum).refine(isPlainText);

/** What is typed at the counter. */
export const handOverForm: z.ZodType<HandOverInput> = z.object({
  version: z.coerce.number().int().min(1),
  idKind: z.enum(idKinds).optional(),
  idIssuer: text(60).default(''),
  /** yyyy-mm-dd */
  idExpiresOn: text(10).default(''),
  idBirthDate: text(10).default(''),
  nameMatches: z
    .string()
    .optional()
    .transform((value) => value === '1'),
  /** Dollars and cents as typed, '60' or '60.00'. */
  cashReceived: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{2})?$/, 'Enter the cash received, such as 60 or 60.00.')
    .transform((value) => Math.round(Number(value) * 100)),
});

export const refuseForm: z.ZodType<RefuseInput> = z.object({
  version: z.coerce.number().int().min(1),
  refusal: z.enum(idRefusals, { message: 'Choose why the order was not handed over.' }),
  note: text(500).default(''),
});
