/** Defines the forms of the cash desk: open, move cash, reverse, count, close. Parsed on the server. */
import { z } from 'zod';
import { yesFields } from '#core/accounts/identity/pins/pin.ts';
import { pieces, piecesField, readCashCount } from '#core/sales/cash-desk/cash-count.ts';
import { drawerMessage } from '#core/sales/cash-desk/drawer.ts';
import { newId } from '#kernel/ids.ts';
import { parseCash } from '#kernel/money.ts';
import { drawerEntryKinds } from '#kernel/statuses.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';

/** A form without a key of ours is an attempt of its own. */
const key = z.uuid().catch(() => newId<string>());
const sessionId = z.string().default('');
const text = (maximum: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .max(maximum, `Use at most ${maximum} characters.`)
    .refine(isPlainText, 'These characters cannot be saved.')
    .default('');
/** The person who takes the drawer over; '' closes it. */
const next = z
  .string()
  .default('')
  .transform((id) => (id === '' ? null : id));

/** Why it is closed without tablets that hold work. */
const without = text(300);

const typed = z.string().default('');
const countFields = {
  amount: typed,
  ...Object.fromEntries(pieces.map(({ value }) => [piecesField(value), typed])),
};

/** Adds the count to the values, or the error to its field. */
function withCount<T extends Record<string, unknown>>(values: T, ctx: z.RefinementCtx<T>) {
  const read = readCashCount((field) => String(values[field] ?? ''));
  if (read.ok) return { ...values, ...read.value };
  ctx.addIssue({ code: 'custom', path: [read.problem.field], message: read.problem.message });
  return z.NEVER;
}

export const openForm = z.object({ key, ...countFields }).transform(withCount);
/** How many counts the form was made after. */
const after = z.coerce.number().int().min(0).optional().catch(undefined);
export const countForm = z
  .object({ key, sessionId, next, without, after, ...yesFields, ...countFields })
  .transform(withCount);

export const entryForm = z.object({
  key,
  sessionId,
  kind: z.enum(drawerEntryKinds, { message: 'Choose what happens with the cash.' }),
  amount: z
    .string()
    .default('')
    .transform(parseCash)
    .refine((amount) => amount !== null, drawerMessage({ kind: 'amount-invalid' }))
    .transform((amount) => amount ?? 0),
  reason: text(200),
});

export const reverseForm = z.object({ sessionId, entryId: z.string().default('') });
export const closeForm = z.object({
  sessionId,
  countId: z.string().default(''),
  next,
  note: text(500),
  without,
  ...yesFields,
});
