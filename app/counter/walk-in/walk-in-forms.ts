/** Defines the forms of a walk-in. Parsed on the server; browsers do not load their schemas. */
import { z } from 'zod';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { idFields, scannedFields } from '../hand-over/counter-forms.ts';

/** The ID check that starts a walk-in. */
export const startForm = z
  .object({
    key: z.uuid().catch(''),
    /** The number that they waited with. */
    ticket: shownNumber().nullish().catch(null),
    ...idFields,
    ...scannedFields,
    idNumber: z.string().overwrite(cleanText).max(40).refine(isPlainText).default(''),
  })
  // No one's name is on file: staff compare the picture.
  .transform((form) => ({
    ...form,
    scanned: form.filledBy === 'scan' ? { birthDate: form.scannedBirthDate, name: null } : null,
  }));

export const scanForm = z.object({ key: z.uuid(), code: z.string().trim().min(1).max(400) });

/** A product's units after the press, so that the same press twice is one. */
export const quantityForm = z.object({
  product: shownNumber(),
  quantity: z.coerce.number().int().min(0).max(1000),
});

/** `total` is the one on the screen, in cents. */
export const placeForm = z.object({ total: z.coerce.number().int().min(0).max(1_000_000_000) });
