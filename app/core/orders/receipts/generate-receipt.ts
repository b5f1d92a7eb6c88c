/** Asking for the stored receipt of an order (specification section 7, 'generate-receipt'): what it takes, and its words. */
import { z } from 'zod';
import { assertNever } from '#kernel/result.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';

export const RECEIPT_STORED = 'Receipt generated & stored';
const RECEIPT_FAILED = 'Receipt failed to generate';
/** Asked for, and not there within the seconds that anybody waits. */
export const RECEIPT_UNDER_WAY = 'Generating the receipt. It appears on the order in a moment.';

/** The order by the number people read ('ORD042') or by the row's id. */
export const generateReceiptSchema = z.object({ orderId: z.string().min(1).max(40) });

export type GenerateReceiptProblem =
  | { kind: 'not-signed-in' }
  | { kind: 'admin-only' }
  | { kind: 'order-missing' }
  | { kind: 'not-found' }
  | { kind: 'failed' };

/** Begins with the specification's words (section 8). */
export function generateReceiptMessage(problem: GenerateReceiptProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
    case 'order-missing':
      return RECEIPT_FAILED;
    case 'admin-only':
      return `${RECEIPT_FAILED}. Admin access only`;
    case 'not-found':
      return `${RECEIPT_FAILED}. Order not found.`;
    case 'failed':
      return `${RECEIPT_FAILED}. We will retry automatically.`;
    default:
      return assertNever(problem);
  }
}

/** What each answers over HTTP. */
export const generateReceiptKind = problemKinds<GenerateReceiptProblem>({ 'order-missing': 'malformed' });
