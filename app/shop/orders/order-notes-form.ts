/** Defines the fields of an order's notes. Parsed on the server; browsers do not load their schema. */
import { z } from 'zod';
import { optionalFullName } from '#core/accounts/customers/profile-fields.ts';
import { LONGEST_CUSTOMER_NOTE, type OrderNotes } from '#core/sales/orders/order-notes.ts';
import { typed } from '#platform/requests/typed-text.ts';

/** Characters of a note that is sent back although it is too long. */
export const LONGEST_ECHO = 4000;

const note = typed(LONGEST_CUSTOMER_NOTE, 'note')
  .optional()
  .transform((text) => text || null);

/** A form without the fields has no notes. */
export const orderNotesForm: z.ZodType<OrderNotes> = z.object({
  customerNote: note,
  pickupName: optionalFullName,
});

/** What the page showed, as it was saved; anything else is like nothing and so differs from what is saved. */
export const seenNotesForm: z.ZodType<OrderNotes> = z
  .object({ seenNote: note.catch(null), seenName: optionalFullName.catch(null) })
  .transform(({ seenNote, seenName }) => ({ customerNote: seenNote, pickupName: seenName }));
