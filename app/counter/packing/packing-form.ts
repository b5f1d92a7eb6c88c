/** Defines the forms of the packing page. Parsed on the server; browsers do not load their schemas. */
import { z } from 'zod';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { otherLotReasons } from './other-lot.ts';

const key = z.uuid();
const text = (longest: number) =>
  z.string().overwrite(cleanText).max(longest).refine(isPlainText).default('');

/** A scanned or typed code; with `because`, its lot takes the place of the proposed one. */
export const scanForm = z.object({
  key,
  code: z.string().max(6000),
  because: z.enum(otherLotReasons).optional(),
  note: text(200),
  /** The number of the batch that takes the place, as the form showed it. */
  batch: text(100),
});

/** Without a scan. `line` is the reservation. */
export const pressForm = z.object({ key, line: z.uuid(), intent: z.enum(['pack-one', 'pack-all']) });

export const takeOutForm = z.union([
  z.object({ unit: z.uuid() }),
  z.object({
    line: z.uuid(),
    lot: shownNumber(),
    packed: z.coerce.number().int().min(1).max(1_000_000),
  }),
]);

/** Units that are out of the bag: a row of those that must leave it. */
export const outForm = z.object({ row: z.string() });

export const stepForm = z.object({
  version: shownNumber(),
  intent: z.enum(['start', 'take-over', 'ready']),
});
