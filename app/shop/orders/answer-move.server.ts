/** Answers the form that moves a pickup. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { type MoveProblem, moveMessage } from '#core/sales/orders/hand-over/pickup-move.ts';
import { formatDateTime } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { answerOf } from '#shop/kit/answer-of.ts';
import type { FormRefusal } from '#ui/form/refusal.ts';

/** Problems of the chosen time, shown beside it. */
const ofSlot: readonly MoveProblem['kind'][] = [
  'slot-missing',
  'slot-not-open',
  'slot-full',
  'not-available',
];

export async function answerMove(actor: SignedIn, orderId: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  const slot = text('slot').slice(0, 40);
  const seen = {
    version: Number(text('version')),
    status: text('seenStatus'),
    pickup: text('seenPickup'),
    total: Number(text('seenTotal')),
  };
  const outcome = await movePickup(actor, orderId, { slotStartsAt: slot, seen });
  const back = `/orders/${orderId}`;
  if (!outcome.ok) {
    const { problem } = outcome;
    if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
    const message = moveMessage(problem);
    if (problem.kind === 'too-late') return redirectWithFlash(back, message, 'error');
    const refusal: FormRefusal = ofSlot.includes(problem.kind)
      ? { errors: { pickup: [message] }, values: {} }
      : { message, errors: {}, values: {} };
    return answerOf({ refusal, slot }, problem);
  }
  const { zone } = (await readSettings()).store;
  const when = formatDateTime(outcome.value.pickupStartsAt, zone);
  return outcome.value.changed
    ? redirectWithFlash(back, `Your pickup is now ${when}.`, 'success')
    : redirectWithFlash(back, `Your pickup is still ${when}.`, 'info');
}
