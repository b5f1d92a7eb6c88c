/** Makes an order of a pending reservation that has no pickup time yet, or one that is taken: staff choose the time. */
import { data, useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { submitReservation } from '#core/sales/checkout/submit-reservation.server.ts';
import { needsTime, submitMessage } from '#core/sales/checkout/submit-rules.ts';
import { readReservation } from '#core/sales/orders/reservations/reservations-queries.server.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { systemClock } from '#kernel/time.ts';
import { SlotOptions } from '#office/orders/slot-options.tsx';
import { statusOf } from '#platform/requests/problem-status.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/reservation-order.page';
import { answerSubmit, listOf } from './submit-answer.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  const { zone } = (await readSettings()).store;
  const [card, days] = await Promise.all([
    readReservation(actor, params.id, zone),
    readSlots(systemClock(), 0),
  ]);
  if (!card) throw new Response(null, { status: 404 });
  const back = listOf(request);
  if (card.order)
    throw answerSubmit({ ok: true, value: { orderId: card.order.number, repeated: true } }, back);
  const { status } = card;
  if (status.value !== 'pending' || card.customer === null)
    throw answerSubmit({ ok: false, problem: { kind: 'not-pending', status: status.value } }, back);
  return { card: { ...card, customer: card.customer }, days, back };
}

/** Also after a refusal: places are taken every minute. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'pickups.manage', request);
  const slotStartsAt = String((await requestForm(request)).get('slot') ?? '');
  const outcome = await submitReservation(actor, { reservationId: params.id, slotStartsAt });
  if (outcome.ok || !needsTime(outcome.problem)) return answerSubmit(outcome, listOf(request));
  const errors = { slot: [submitMessage(outcome.problem)] };
  return data({ errors, values: { slot: slotStartsAt } }, { status: statusOf(outcome.problem) });
}

export const meta: Route.MetaFunction = () => [{ title: 'Create order · Admin' }];

export default function ReservationOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { card, days, back } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  const slot = actionData?.values.slot ?? '';
  return (
    <div className="max-w-2xl">
      <BackLink to={back} label="Pickup Reservations" />
      <h1 className="text-2xl">Create order</h1>
      <p className="figures mt-1 mb-6 break-words text-ink-soft">
        {card.quantity} × {card.product.name} · {formatCents(cents(card.product.price))} each ·{' '}
        {card.customer.name}
      </p>
      <CheckedForm refusal={actionData} className="flex flex-col gap-6">
        <SelectField
          label="Pickup time"
          name="slot"
          required
          defaultValue={slot}
          errors={actionData?.errors.slot}
          hint="Agree on it with the customer, who is notified."
          className="max-w-sm"
        >
          <SlotOptions
            days={days}
            now={{ value: '', text: 'Choose a time' }}
            typed={{ value: slot, text: 'Choose a time' }}
          />
        </SelectField>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Creating…">
            Create order
          </Button>
          <ButtonLink to={back} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </div>
  );
}
