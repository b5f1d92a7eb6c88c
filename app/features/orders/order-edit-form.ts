/** The form by which staff edit an order, besides its lines (`readQuantities`). Read on the server; browsers do without its schema. */
import { z } from 'zod';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { LONGEST_NOTE } from './order-edit.ts';

const text = (maximum: number) => z.string().overwrite(cleanText).max(maximum).refine(isPlainText);

/** The fields besides the lines, whose names carry a product's number: 'quantity-17'. */
export const orderEditForm = z.object({
  version: z.coerce.number().int().min(1),
  /** ISO instant of the slot. */
  slot: text(40),
  note: text(LONGEST_NOTE),
  reason: text(500).min(1, 'Say why the order is changed; it is kept with the order.'),
  /** A product to add by its number or UPC; empty adds none. */
  add: text(40).default(''),
});
