/** /orders/ORD042/move: another pickup time for one of the customer's own orders. */
import { redirect, useNavigation } from 'react-router';
import { requireCustomer } from '#core/accounts/identity/sessions/guards.server.ts';
import { readMoveDays } from '#core/sales/orders/hand-over/move-days-queries.server.ts';
import { readOrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { pageMeta } from '#shop/kit/page-meta.ts';
import { readAnnouncedDays, readPickupPlace } from '#shop/kit/pickup-place-queries.server.ts';
import { SlotPicker } from '#shop/kit/slot-picker.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { useLive } from '#ui/live/use-live.ts';
import { PageHead } from '#ui/page-head.tsx';
import type { Route } from './+types/order-move.page';
import { answerMove } from './answer-move.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: `Move ${loaderData?.order.number ?? 'pickup'}` });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = requireCustomer(context, request);
  const [details, days, { phone }, announced] = await Promise.all([
    readOrderDetails(actor, params.orderId),
    readMoveDays(actor, params.orderId),
    readPickupPlace(),
    readAnnouncedDays(),
  ]);
  if (!details || !days) throw new Response(null, { status: 404 });
  const { id, version, status, pickupStartsAt, view } = details;
  if (details.moveRefusal !== null)
    throw view.isOpen
      ? redirectWithFlash(`/orders/${view.orderId}`, details.moveRefusal, 'info')
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
  return { order, days, phone, announced };
}

/** Also after a refusal: slots and order are reloaded. */
export const shouldRevalidate = () => true;

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = requireCustomer(context, request);
  return answerMove(actor, params.orderId, await requestForm(request));
}

export default function OrderMove({ loaderData, actionData }: Route.ComponentProps) {
  const { order, days, phone, announced } = loaderData;
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
            ? `${order.number} is set for ${order.pickup.starts}. It stays at that time until you choose another.`
            : `${order.number} does not have a pickup time yet.`
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
          announced={announced}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} busyText="Moving…">
            {order.pickup ? 'Move pickup' : 'Choose this time'}
          </Button>
          <ButtonLink to={path} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </CheckedForm>
    </>
  );
}
