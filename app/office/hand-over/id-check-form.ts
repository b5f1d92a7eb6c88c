/**
 * Defines the counter's forms: the hand-over, and the refusal. Parsed on the server; browsers do not load their
 * schemas.
 */
import { z } from 'zod';
import { parseCash } from '#core/orders/hand-over/cash.ts';
import type { HandOverInput, RefuseInput } from '#core/orders/hand-over/id-check.ts';
import { idKinds, idRefusals } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';

const text = (maximum: number) => z.string().overwrite(cleanText).max(maximum).refine(isPlainText);

/** The values entered at the counter. */
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
  cashReceived: z.string().default('').transform(parseCash),
});

export const refuseForm: z.ZodType<RefuseInput> = z.object({
  version: z.coerce.number().int().min(1),
  refusal: z.enum(idRefusals, { message: 'Choose a reason.' }),
  note: text(500).default(''),
});
