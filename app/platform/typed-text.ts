/** The field of a form that takes text. */
import { z } from 'zod';
import { isWellFormedText } from '#kernel/text.ts';

/** Text as people type it: trimmed, of bounded length, storable. */
export const typed = (maximum: number, label: string) =>
  z
    .string({ error: `Please enter your ${label}.` })
    .trim()
    .max(maximum, `That is too long; ${maximum} characters are the most.`)
    .refine(isWellFormedText, 'This contains characters that cannot be stored.');

/** Text that may be left out: absent and blank are the same, null. */
export const optionalText = (maximum: number, label: string) =>
  typed(maximum, label)
    .optional()
    .transform((text) => text || null);
