/** Defines the form of a recall's draft. */
import { z } from 'zod';
import { LONGEST_REASON, LONGEST_TITLE, LONGEST_WORDS } from '#core/sales/recalls/recall.ts';
import { typed, typedLine } from '#platform/requests/typed-text.ts';

/** Lots are checkboxes, read beside it; batches are typed, and mean every lot that has the number. */
export const recallForm = z.object({
  kind: z.enum(['recall', 'exercise'], { error: 'Choose a kind.' }),
  batches: typed(1000, 'batch numbers').default(''),
  reason: typed(LONGEST_REASON, 'reason').min(1, 'Enter what is wrong.'),
  title: typedLine(LONGEST_TITLE, 'title').min(1, 'Enter a title.'),
  words: typed(LONGEST_WORDS, 'message').min(1, 'Enter the message.'),
});

/** The lots whose boxes are ticked, or whose button was pressed. */
export function tickedLots(form: FormData, name: 'lots' | 'lot' = 'lots'): number[] {
  return form.getAll(name).flatMap((value) => (/^[1-9]\d{0,8}$/.test(String(value)) ? [Number(value)] : []));
}
