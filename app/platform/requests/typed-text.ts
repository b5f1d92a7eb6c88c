/** Schemas for the text fields of forms. */
import { z } from 'zod';
import { cleanLine, cleanText, isPlainText } from '#kernel/text.ts';

const CANNOT_BE_STORED = 'This contains characters that cannot be stored.';

const bounded = (maximum: number, label: string, clean: (text: string) => string) =>
  z
    .string({ error: `Please enter your ${label}.` })
    .overwrite(clean)
    .max(maximum, `That is too long; ${maximum} characters are the most.`)
    .refine(isPlainText, CANNOT_BE_STORED);

/** Typed text with several lines: cleaned (kernel/text.ts), limited in length, plain. */
export const typed = (maximum: number, label: string) => bounded(maximum, label, cleanText);

/** The same for a single line: a name, a title, a number. */
export const typedLine = (maximum: number, label: string) => bounded(maximum, label, cleanLine);

/** An optional line: both absent and blank become null. */
export const optionalText = (maximum: number, label: string) =>
  typedLine(maximum, label)
    .optional()
    .transform((text) => text || null);
