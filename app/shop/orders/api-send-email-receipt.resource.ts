/**
 * POST /api/send-email-receipt (specification section 7): sends the receipt of a customer's own order to their own
 * address.
 */
import { actorContext } from '#core/ground/access/actor-context.ts';
import {
  receiptMessage,
  receiptProblemKind,
  receiptRequestSchema,
} from '#core/sales/orders/receipts/receipt-request.ts';
import { requestReceipt } from '#core/sales/orders/receipts/request-receipt.server.ts';
import { isMailOff } from '#platform/outgoing/mail.ts';
import { problemJson } from '#platform/requests/problem-response.ts';
import { requestJson } from '#platform/requests/request-body.ts';
import type { Route } from './+types/api-send-email-receipt.resource';

export function loader() {
  return Response.json({ message: 'Send a POST.' }, { status: 405, headers: { Allow: 'POST' } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest') return problemJson('not-signed-in', receiptMessage({ kind: 'signed-out' }));
  const input = receiptRequestSchema.safeParse(await requestJson(request));
  if (!input.success)
    return problemJson('malformed', 'Please send email, name, items, pickupTime and total.');
  const outcome = await requestReceipt(actor, input.data);
  if (outcome.ok) {
    const message = isMailOff() ? 'We cannot send email right now.' : 'Your receipt is on its way.';
    return Response.json({ message }, { status: 202 });
  }
  const { problem } = outcome;
  return problemJson(
    receiptProblemKind(problem),
    receiptMessage(problem),
    problem.kind === 'too-many' ? { retryAfter: problem.seconds } : {},
  );
}
