/** Defines the forms of the board. */
import { z } from 'zod';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';

/** What a card's button sends. `version` is the one that staff saw. */
export const cardForm = z.object({
  intent: z.enum(['pack', 'take-over', 'ready', 'here', 'not-here']),
  order: z.string().regex(/^ORD\d{3,10}$/),
  version: shownNumber(),
});

export type CardIntent = z.infer<typeof cardForm>['intent'];

/** What a scanner typed; `key` counts a unit that it packs once. */
export const scanForm = z.object({ key: z.uuid(), code: z.string().trim().min(1).max(400) });

/** A scanned pass, or a number, name, email or phone number as typed. */
export const findForm = z.object({
  find: z.string().overwrite(cleanText).max(100).refine(isPlainText).default(''),
});

/** What the board says to a scan or a press that it did not do. */
export type BoardSays = { message: string };
