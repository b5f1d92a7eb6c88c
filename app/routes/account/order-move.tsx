/** /orders/ORD042/move: another pickup time for an order of one's own. */
import { data, redirect, useNavigation } from 'react-router';
import { readPickupPlace } from '#features/checkout/checkout-queries.server.ts';
import { SlotPicker } from '#features/checkout/ui/slot-picker.tsx';
import { requireCustomer } from '#features/identity/guards.server.ts';
import { readMoveDays } from '#features/orders/move-days-queries.server.ts';
import { movePickup } from '#features/orders/move-pickup.server.ts';
import { readOrderDetails } from '#features/orders/order-details-queries.server.ts';
import { type MoveProblem, moveMessage, tooLateToMove } from '#features/orders/pickup-move.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { formatDateTime } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/flash.ts';
import { requestForm } from '#platform/request-body.ts';
import { pageMeta } from '#shell/page-meta.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/order-move';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: `Move ${loaderData?.order.number ?? 'pickup'}` });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const [details, days, { phone }] = await Promise.all([
    readOrderDetails(actor, params.orderId),
    readMoveDays(actor, params.orderId),
    readPickupPlace(),
  ]);
  if (!details || !days) throw new Response(null, { status: 404 });
  const { id, version, status, pickupStartsAt, view } = details;
  if (!details.mayMove)
    throw view.isOpen
      ? redirectWithFlash(`/orders/${view.orderId}`, tooLateToMove(status), 'info')
      : redirect(`/orders/${view.orderId}`);
  const order = {
    id,
    number: view.orderId,
    version,
    status,
    total: view.total,
    pickup: view.pickup,
    startsAt: pickupStartsAt,
  };
  return { order, days, phone };
}

/** Also after a refusal: slots and order are shown as they are now. */
export const shouldRevalidate = () => true;

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  const form = await requestForm(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const slot = text('slot').slice(0, 40);
  const seen = {
    version: Number(text('version')),
    status: text('seenStatus'),
    pickup: text('seenPickup'),
    total: Number(text('seenTotal')),
  };
  const outcome = await movePickup(actor, params.orderId, { slotStartsAt: slot, seen });
  const back = `/orders/${params.orderId}`;
  if (!outcome.ok) {
    const { problem } = outcome;
    if (problem.kind === 'not-found') throw new Response(null, { status: 404 });
    const message = moveMessage(problem);
    if (problem.kind === 'too-late') return redirectWithFlash(back, message, 'error');
    const isOfSlot = ofSlot.includes(problem.kind);
    const refusal: FormRefusal = isOfSlot
      ? { errors: { pickup: [message] }, values: {} }
      : { message, errors: {}, values: {} };
    return data({ refusal, slot }, { status: 409 });
  }
  const { zone } = (await readSettings()).store;
  const when = formatDateTime(outcome.value.pickupStartsAt, zone);
  return outcome.value.changed
    ? redirectWithFlash(back, `Your pickup is now ${when}.`, 'success')
    : redirectWithFlash(back, `Your pickup is ${when}, as before.`, 'info');
}

const ofSlot: readonly MoveProblem['kind'][] = [
  'slot-missing',
  'slot-not-open',
  'slot-full',
  'not-available',
];

export default function OrderMove({ loaderData, actionData }: Route.ComponentProps) {
  const { order, days, phone } = loaderData;
  const answer = useAnswer(actionData);
  const isBusy = useNavigation().state === 'submitting';
  useLive([`order:${order.id}`]);
  const path = `/orders/${order.number}`;
  return (
    <>
      <PageHead
        back={{ to: path, label: order.number }}
        title={order.pickup ? 'Move pickup' : 'Choose a pickup time'}
        intro={
          order.pickup
            ? `${order.number} is set for ${order.pickup.starts}. You keep that time until you choose another.`
            : `No time has been chosen for ${order.number} yet.`
        }
      />
      <CheckedForm refusal={answer?.refusal} focus="summary" className="grid max-w-2xl gap-6">
        <input type="hidden" name="version" value={order.version} />
        <input type="hidden" name="seenStatus" value={order.status} />
        <input type="hidden" name="seenPickup" value={order.startsAt} />
        <input type="hidden" name="seenTotal" value={order.total} />
        <SlotPicker
          days={days}
          chosen={answer?.slot ?? order.startsAt}
          error={answer?.refusal.errors.pickup?.[0] ?? null}
          phone={phone}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Moving…">
            {order.pickup ? 'Move pickup' : 'Choose this time'}
          </Button>
          <ButtonLink to={path} rank="quiet">
            Keep it as it is
          </ButtonLink>
        </div>
      </CheckedForm>
    </>
  );
}
