/**
 * Defines the receipt endpoint's body (specification section 7). Its claims about the order are only compared
 * with the order, never trusted: the receipt shows the stored data and goes to the account's own address.
 */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { isWellFormedText } from '#kernel/text.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';

const text = (maximum: number) => z.string().max(maximum).refine(isWellFormedText);

export const receiptRequestSchema = z.object({
  email: text(254),
  name: text(254),
  items: z
    .array(
      z.object({
        productId: z.number().int().positive(),
        quantity: z.number().int().positive().max(100_000),
      }),
    )
    .min(1)
    .max(200),
  // No pickup is before 1970, and PostgreSQL has no year 0, which this format allows.
  pickupTime: z.iso.datetime({ offset: true }).refine((text) => Date.parse(text) >= 0),
  total: z.string().regex(/^\d{1,9}\.\d{2}$/),
  /** The order's number, if it has one; otherwise pickup time, total and items find it. */
  orderId: text(40).optional(),
});

export type ReceiptRequest = z.output<typeof receiptRequestSchema>;

/** The fields of the caller's own order that are compared. Total in cents. */
export type OwnOrder = {
  id: string;
  orderId: string;
  pickupStartsAt: Date | null;
  total: number;
  items: readonly { productId: number; quantity: number }[];
};

export type ReceiptProblem =
  | { kind: 'signed-out' }
  | { kind: 'suspended' }
  | { kind: 'other-address' }
  | { kind: 'no-such-order' }
  | { kind: 'disagrees' }
  | { kind: 'too-many'; seconds: number };

export function receiptMessage(problem: ReceiptProblem): string {
  switch (problem.kind) {
    case 'signed-out':
      return 'Please sign in to have a receipt sent.';
    case 'suspended':
      return 'This account is suspended.';
    case 'other-address':
      return 'A receipt goes to the email of your own account and nowhere else.';
    case 'no-such-order':
      return 'Order not found.';
    case 'disagrees':
      return 'This does not match our order, so no receipt was sent.';
    case 'too-many':
      return 'This receipt was already sent a few times. Check your email, or try again in an hour.';
    default:
      return assertNever(problem);
  }
}

/** The kind of HTTP response for each problem. */
export const receiptProblemKind = problemKinds<ReceiptProblem>({
  'signed-out': 'not-signed-in',
  suspended: 'banned',
  'other-address': 'not-allowed',
  'no-such-order': 'not-found',
  disagrees: 'conflict',
  'too-many': 'too-many-attempts',
});

/** Whether everything the body says about the order is true. */
export function agrees(input: ReceiptRequest, order: OwnOrder): boolean {
  return (
    order.pickupStartsAt?.getTime() === Date.parse(input.pickupTime) &&
    `${Math.trunc(order.total / 100)}.${String(order.total % 100).padStart(2, '0')}` === input.total &&
    sameItems(input.items, order.items)
  );
}

type Items = OwnOrder['items'];

function sameItems(left: Items, right: Items): boolean {
  const counted = (items: Items) => {
    const counts = new Map<number, number>();
    for (const { productId, quantity } of items)
      counts.set(productId, (counts.get(productId) ?? 0) + quantity);
    return counts;
  };
  const [one, other] = [counted(left), counted(right)];
  return one.size === other.size && [...one].every(([id, quantity]) => other.get(id) === quantity);
}

/** Whether the body names the caller: their address, and the part before the @ as name. */
export function isAddressedTo(input: ReceiptRequest, email: string): boolean {
  return input.email.trim().toLowerCase() === email.toLowerCase();
}

export function isNameOf(input: ReceiptRequest, email: string): boolean {
  return input.name.trim().toLowerCase() === email.toLowerCase().split('@')[0];
}
