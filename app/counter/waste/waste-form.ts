/** Defines the forms of waste at the counter. */
import { z } from 'zod';
import { witnessFields } from '#core/accounts/identity/pins/pin.ts';
import { readWeight, wasteMessage } from '#core/goods/stock/waste/waste.ts';
import { newId } from '#kernel/ids.ts';
import { wasteReasons } from '#kernel/statuses.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { typed } from '#platform/requests/typed-text.ts';

export const moveForm = z.object({
  /** A form without a key of ours is an attempt of its own. */
  key: z.uuid().catch(() => newId<string>()),
  lot: shownNumber(),
  units: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, wasteMessage({ kind: 'units-invalid' }))
    .transform(Number),
  weight: z
    .string()
    .default('')
    .transform((text, ctx) => {
      const read = readWeight(text);
      if (read.ok) return read.value;
      ctx.addIssue({ code: 'custom', message: wasteMessage(read.problem) });
      return z.NEVER;
    }),
  reason: z.enum(wasteReasons, { error: 'Choose a reason.' }),
  note: typed(500, 'note'),
  ...witnessFields,
});

export const undoForm = z.object({ number: shownNumber() });
