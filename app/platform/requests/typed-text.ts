/** The field of a form that takes text. */
import { z } from 'zod';
import { cleanLine, cleanText, isPlainText } from '#kernel/text.ts';

const CANNOT_BE_STORED = 'This contains characters that cannot be stored.';

const bounded = (maximum: number, label: string, clean: (text: string) => string) =>
  z
    .string({ error: `Please enter your ${label}.` })
    .overwrite(clean)
    .max(maximum, `That is too long; ${maximum} characters are the most.`)
    .refine(isPlainText, CANNOT_BE_STORED);

/** Text as people type it, of several lines: cleaned (kernel/text.ts), of bounded length, plain. */
export const typed = (maximum: number, label: string) => bounded(maximum, label, cleanText);

/** The same on one line: a name, a title, a number. */
export const typedLine = (maximum: number, label: string) => bounded(maximum, label, cleanLine);

/** A line that may be left out: absent and blank are the same, null. */
export const optionalText = (maximum: number, label: string) =>
  typedLine(maximum, label)
    .optional()
    .transform((text) => text || null);
