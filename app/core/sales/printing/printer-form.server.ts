/** Reads the forms of printers. */
import { z } from 'zod';
import { printerMakers } from '#kernel/statuses.ts';
import { readForm } from '#platform/requests/form.ts';
import { typedLine } from '#platform/requests/typed-text.ts';

const isChecked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const changed = z.object({
  name: typedLine(60, 'name').min(1, 'Enter a name.'),
  place: typedLine(60, 'place').default(''),
  width: z
    .enum(['80', '58'], { message: 'Choose the width of the paper.' })
    .transform((width) => (width === '80' ? 80 : 58)),
  printsReceipts: isChecked,
  printsSlips: isChecked,
  opensDrawer: isChecked,
});
const added = changed.extend({ maker: z.enum(printerMakers, { message: 'Choose the maker.' }) });

export const readNewPrinter = (form: FormData) => readForm(form, added);
export const readChangedPrinter = (form: FormData) => readForm(form, changed);
