/**
 * POST /api/generate-receipt (specification section 7): generates and stores an order's receipt, or its order slip
 * until money was taken; by session or bearer token.
 */
import { actorContext } from '#core/ground/access/actor-context.ts';
import { generateReceipt } from '#core/sales/orders/receipts/generate-receipt.server.ts';
import {
  type GenerateReceiptProblem,
  generatedMessage,
  generateReceiptKind,
  generateReceiptMessage,
  generateReceiptSchema,
} from '#core/sales/orders/receipts/generate-receipt.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestJson } from '#platform/requests/request-body.ts';
import type { Route } from './+types/api-generate-receipt.resource';

export function loader() {
  return Response.json({ message: 'Send a POST.' }, { status: 405, headers: { Allow: 'POST' } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return refused({ kind: 'not-signed-in' });
  const input = generateReceiptSchema.safeParse(await requestJson(request));
  if (!input.success) return refused({ kind: 'order-missing' });
  const outcome = await generateReceipt(actor, input.data.orderId);
  if (!outcome.ok) return refused(outcome.problem);
  const { receiptId, stored } = outcome.value;
  return Response.json(
    { message: generatedMessage(outcome.value), receiptId },
    { status: stored ? 200 : 202, headers: { 'Cache-Control': 'no-store' } },
  );
}

const refused = (problem: GenerateReceiptProblem) =>
  problemJson(generateReceiptKind(problem), generateReceiptMessage(problem));
