/** POST /api/send-email-receipt (specification section 7): the receipt of one's own order, to one's own address. */
import { actorContext } from '#features/identity/actor-context.ts';
import { receiptMessage, receiptStatus, receiptWishSchema } from '#features/orders/receipt-wish.ts';
import { requestReceipt } from '#features/orders/request-receipt.server.ts';
import type { Route } from './+types/api-send-email-receipt';

export function loader() {
  return Response.json({ message: 'Send a POST.' }, { status: 405, headers: { Allow: 'POST' } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  if (actor.kind === 'guest')
    return Response.json({ message: receiptMessage({ kind: 'signed-out' }) }, { status: 401 });
  const wish = receiptWishSchema.safeParse(await request.json().catch(() => null));
  if (!wish.success) {
    return Response.json(
      { message: 'Please send email, name, items, pickupTime and total.' },
      { status: 400 },
    );
  }
  const outcome = await requestReceipt(actor, wish.data);
  if (outcome.ok) return Response.json({ message: 'Your receipt is on its way.' }, { status: 202 });
  return Response.json(
    { message: receiptMessage(outcome.problem) },
    { status: receiptStatus[outcome.problem.kind] },
  );
}
