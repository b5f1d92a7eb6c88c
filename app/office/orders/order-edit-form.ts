/**
 * Defines the form that edits an order, except its lines (`readQuantities`). Parsed on the server; browsers do not load
 * its schema.
 */
import { z } from 'zod';
import { LONGEST_NOTE } from '#core/sales/orders/order-edit.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';

const text = (maximum: number) => z.string().overwrite(cleanText).max(maximum).refine(isPlainText);

/** The fields other than the lines, whose names contain a product id: 'quantity-17'. */
export const orderEditForm = z.object({
  version: shownNumber(),
  /** ISO instant of the slot. */
  slot: text(40),
  note: text(LONGEST_NOTE),
  reason: text(500).min(1, 'Enter a reason. It is saved with the order.'),
});

/** Characters of the search for a product to add. */
export const LONGEST_SEARCH = 100;
