/** Reads the forms of printers. */
import { z } from 'zod';
import { printerConnections, printerMakers } from '#kernel/statuses.ts';
import { readForm } from '#platform/requests/form.ts';
import { typedLine } from '#platform/requests/typed-text.ts';
import { isPaperWidth } from './printing.ts';

const isChecked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const changed = z.object({
  name: typedLine(60, 'name').min(1, 'Enter a name.'),
  place: typedLine(60, 'place').default(''),
  width: z
    .string({ message: 'Choose the paper.' })
    .transform(Number)
    .refine(isPaperWidth, { message: 'Choose the paper.' }),
  printsReceipts: isChecked,
  printsSlips: isChecked,
  printsLabels: isChecked,
  opensDrawer: isChecked,
});
const added = changed.extend({
  maker: z.enum(printerMakers, { message: 'Choose the maker.' }),
  connection: z.enum(printerConnections).default('network'),
});

export const readNewPrinter = (form: FormData) => readForm(form, added);
export const readChangedPrinter = (form: FormData) => readForm(form, changed);
