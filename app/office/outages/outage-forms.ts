/** Defines the forms of outages. */
import { z } from 'zod';
import { typed } from '#platform/requests/typed-text.ts';

export const declareForm = z.object({
  /** Store-local, as the browser's control sends it. */
  since: z.string().max(40).default(''),
  note: typed(500, 'note'),
});

/** Whole ledger numbers; others are left out. @param field `entry` for those that are checked, `shown` for all */
export function readEntries(form: FormData, field: 'entry' | 'shown'): number[] {
  return form
    .getAll(field)
    .map(String)
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number);
}
