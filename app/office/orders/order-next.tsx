/** Renders the next steps of an order: the usual one first; those that end it last, and only after confirmation. */
import { Form, useNavigation } from 'react-router';
import { needsEveryUnit, orderStatusVerb } from '#core/sales/orders/order.ts';
import { needsReason } from '#core/sales/orders/order-status.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';

export function OrderNext({
  order,
  path,
  mayRefund,
}: {
  order: ManagedOrder;
  path: string;
  mayRefund: boolean;
}) {
  const navigation = useNavigation();
  const busy = navigation.formData?.get('status') ?? null;
  const isShort = order.missing > 0;
  const steps = order.nextStatuses.filter(
    ({ value }) =>
      value !== 'cancelled' &&
      value !== 'no_show' &&
      value !== 'completed' &&
      !(isShort && needsEveryUnit(value)),
  );
  const ends = order.nextStatuses.filter(({ value }) => value === 'cancelled' || value === 'no_show');
  const handsOver = !isShort && order.nextStatuses.some(({ value }) => value === 'completed');
  const version = String(order.version);
  return (
    <div className="flex flex-col items-stretch gap-3">
      {isShort ? <ButtonLink to={`${path}/edit`}>Replace or reduce</ButtonLink> : null}
      {handsOver ? (
        <ButtonLink to={`/counter/orders/${order.number}`}>{orderStatusVerb.completed}</ButtonLink>
      ) : null}
      {steps.map((step, at) => (
        <Form key={step.value} method="post" preventScrollReset>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="version" value={version} />
          <Button
            type="submit"
            name="status"
            value={step.value}
            rank={at === 0 && !handsOver && !isShort ? 'primary' : 'secondary'}
            className="w-full"
            busy={busy === step.value}
            busyText="Saving…"
          >
            {orderStatusVerb[step.value]}
          </Button>
        </Form>
      ))}
      {order.nextPayments.map((step) =>
        handsOver || isShort ? null : (
          <Confirm
            key={step.value}
            rank="secondary"
            label="Record payment"
            of={order.number}
            question="Record this order as paid?"
            consequence="Only if the cash is in the drawer. The order status does not change."
            fields={{ intent: 'payment', payment: step.value, version }}
          />
        ),
      )}
      {order.isRefundable && mayRefund ? (
        <ButtonLink to={`${path}/refund`} rank="secondary">
          Record refund
        </ButtonLink>
      ) : null}
      {ends.map((step) => (
        <Confirm
          key={step.value}
          label={orderStatusVerb[step.value]}
          of={order.number}
          question={
            step.value === 'cancelled' ? `Cancel ${order.number}?` : `${order.number} was not picked up?`
          }
          consequence={`${unitsReturn(order)} back to stock and the order ends. This cannot be undone.`}
          fields={{ intent: 'status', status: step.value, version }}
        >
          {needsReason(step.value) ? (
            <Field label="Reason" name="reason" required maxLength={500} className="w-full" />
          ) : null}
        </Confirm>
      ))}
      {order.nextStatuses.length === 0 ? (
        <p className="text-ink-soft">
          This order has ended.
          {order.isRefundable && !mayRefund ? ' Someone who may refund can record one.' : null}
        </p>
      ) : null}
    </div>
  );
}

function unitsReturn(order: ManagedOrder): string {
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return units === 1 ? 'Its one unit goes' : `Its ${units} units go`;
}
