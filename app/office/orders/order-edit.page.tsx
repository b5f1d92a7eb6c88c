/**
 * Edits an order: lines, quantities, pickup time, note, with the reason. Refuses to overwrite what someone else saved.
 */
import { useNavigation } from 'react-router';
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { quantityField } from '#core/sales/orders/order-edit.ts';
import { readSlots } from '#core/sales/pickup/slots-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { requestForm } from '#platform/requests/request-body.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SaveForm } from '#ui/form/save-form.tsx';
import { useMarkedLive } from '#ui/live/use-marked-live.ts';
import { Notice } from '#ui/notice.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { Route } from './+types/order-edit.page';
import { answerOrderEdit } from './answer-order-edit.server.ts';
import { editMark } from './edit-mark.ts';
import { readManagedOrder } from './managed-order-queries.server.ts';
import { OrderEditFields } from './order-edit-fields.tsx';
import { readOrderPricing } from './order-pricing-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  const { zone } = (await readSettings()).store;
  const [order, days, pricing] = await Promise.all([
    readManagedOrder(actor, params.orderId, zone),
    readSlots(systemClock(), 0),
    readOrderPricing(actor, params.orderId),
  ]);
  if (!order || !pricing) throw new Response(null, { status: 404 });
  const back = `/admin/orders/${order.number}`;
  if (hasEnded(order.status.value))
    throw redirectWithFlash(back, 'This order has ended, so it can no longer be edited.', 'info');
  return { order, days, pricing };
}

/** Also after a refusal: the next save is compared with what is stored now. */
export const shouldRevalidate = () => true;

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requirePermission(context, 'orders.manage', request);
  return answerOrderEdit(actor, params.orderId, await requestForm(request));
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit ${loaderData?.order.number ?? 'order'} · Admin` },
];

export default function OrderEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { order, days, pricing } = loaderData;
  const navigation = useNavigation();
  const path = `/admin/orders/${order.number}`;
  const live = useMarkedLive([`order:${order.id}`], {
    paused: true,
    mark: editMark(order),
    markUrl: `${path}/mark`,
  });
  const base: Record<string, string> = {
    slot: order.pickup?.startsAt ?? '',
    note: order.note,
    ...Object.fromEntries(order.lines.map((line) => [quantityField(line.productId), String(line.quantity)])),
  };
  return (
    <div className="max-w-3xl">
      <BackLink to={path} label={order.number} />
      <h1 className="mb-6 text-2xl">Edit {order.number}</h1>
      <div role="status">
        {live.isStale && navigation.state === 'idle' && !actionData?.stale ? (
          <Notice
            tone="caution"
            title="Someone else changed this order after you opened it."
            className="mb-6"
          >
            You can still save. You will see their changes before anything is overwritten.
          </Notice>
        ) : null}
      </div>
      <SaveForm refusal={actionData} version={order.version} base={base} className="flex flex-col gap-8">
        <OrderEditFields order={order} days={days} pricing={pricing} base={base} answer={actionData} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value="save"
            busy={navigation.formData?.get('intent') === 'save'}
            busyText="Saving…"
          >
            Save changes
          </Button>
          <ButtonLink to={path} rank="quiet">
            Cancel
          </ButtonLink>
        </div>
      </SaveForm>
    </div>
  );
}
