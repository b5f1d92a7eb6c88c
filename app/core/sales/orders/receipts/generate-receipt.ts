/**
 * Defines the request for an order's stored receipt (specification section 7, 'generate-receipt'): its input
 * and its messages. Until money was taken the paper is an order slip, because it proves no payment.
 */
import { z } from 'zod';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { problemKinds } from '#platform/requests/problem-response.ts';
import { RECEIPT_STORED, RECEIPT_UNDER_WAY, SLIP_STORED } from './stored-paper.ts';

const RECEIPT_FAILED = 'Receipt failed to generate';

/** The order's number that people read ('ORD042') or the row's id. */
export const generateReceiptSchema = z.object({ orderId: z.string().min(1).max(40) });

export type GenerateReceiptProblem =
  | { kind: 'not-signed-in' }
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'order-missing' }
  | { kind: 'failed' };

/** A requested paper; `isReceipt` once it is stored and money had been taken. */
export type GeneratedReceipt = { receiptId: string; stored: boolean; isReceipt: boolean };

/** What staff read once it was requested. */
export function generatedMessage({ stored, isReceipt }: GeneratedReceipt): string {
  if (!stored) return RECEIPT_UNDER_WAY;
  return isReceipt ? RECEIPT_STORED : SLIP_STORED;
}

/** Starts with the specification's words (section 8). */
export function generateReceiptMessage(problem: GenerateReceiptProblem): string {
  switch (problem.kind) {
    case 'not-signed-in':
    case 'order-missing':
      return RECEIPT_FAILED;
    case 'failed':
      return `${RECEIPT_FAILED}. We will retry automatically.`;
    default:
      return `${RECEIPT_FAILED}. ${commonMessage(problem, 'Order')}`;
  }
}

/** The kind of HTTP response for each problem. */
export const generateReceiptKind = problemKinds<GenerateReceiptProblem>({ 'order-missing': 'malformed' });
