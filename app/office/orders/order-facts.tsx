/** Renders pickup, note and customer of an order, with what staff must know of the customer. */

import { Link } from 'react-router';
import { realAddress } from '#core/accounts/identity/accounts/no-one.ts';
import { PickupNameForm } from '#core/sales/orders/ui/pickup-name-form.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Fact } from './fact.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';
import type { OrderCustomer } from './order-customer-queries.server.ts';

const ageLabels = { approved: 'Approved', rejected: 'Rejected', undecided: 'Undecided' };
const ageTones = { approved: 'green', rejected: 'red', undecided: 'yellow' } as const;

/** `refusal`: of the last form of the page. */
export function OrderFacts({
  order,
  customer,
  refusal,
}: {
  order: ManagedOrder;
  customer: OrderCustomer;
  refusal: FormRefusal | undefined;
}) {
  return (
    <>
      <Panel title="Details">
        <dl className="grid min-[18rem]:grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Fact name="Pickup">
            {order.pickup ? (
              <>
                {order.pickup.starts}
                {order.pickup.ends ? ` to ${order.pickup.ends}` : null}
              </>
            ) : (
              'No time chosen'
            )}
          </Fact>
          <Fact name={order.pickedUpBy === null ? 'Pickup by' : 'Picked up by'}>
            <PickedUpBy order={order} refusal={refusal} />
          </Fact>
          <Fact name="Pass">{order.pass}</Fact>
          <Fact name="Staff note">{order.note || 'None'}</Fact>
        </dl>
      </Panel>
      <Panel title="Customer">
        <dl className="grid min-[18rem]:grid-cols-[4.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
          <Fact name="Name">
            <Link
              to={`/admin/customers/${order.customer.id}`}
              className="inline-block break-words text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3"
            >
              {order.customer.name}
            </Link>
          </Fact>
          <Fact name="Email">
            {realAddress(order.customer.email) ? (
              <Link
                to={`/admin/orders?email=${encodeURIComponent(order.customer.email)}`}
                className="inline-block wrap-anywhere text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3"
              >
                <EmailAddress>{order.customer.email}</EmailAddress>
              </Link>
            ) : (
              'None'
            )}
          </Fact>
          <Fact name="Phone">
            {order.customer.phone ? (
              <Link
                to={`/admin/customers/${order.customer.id}`}
                className="inline-block text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3"
              >
                {order.customer.phone}, open the customer
              </Link>
            ) : (
              'Not given'
            )}
          </Fact>
          <Fact name="Age">
            <StatusBadge tone={ageTones[customer.age]}>{ageLabels[customer.age]}</StatusBadge>
          </Fact>
          <Fact name="Account">{customer.ban === null ? 'Not banned' : `Banned. ${customer.ban}`}</Fact>
          <Fact name="No‑shows">
            {customer.noShows} of {customer.orders === 1 ? '1 order' : `${customer.orders} orders`}
          </Fact>
          <Fact name="May still buy today">
            {customer.left.map((words) => (
              <span key={words} className="figures block">
                {words}
              </span>
            ))}
            <span className="block text-sm text-ink-soft">
              Open orders and reservations count{order.hasEnded ? '' : ', this order too'}.
            </span>
          </Fact>
        </dl>
      </Panel>
    </>
  );
}

/** Who picks it up, or did; until the hand-over with the form that changes it. */
function PickedUpBy({ order, refusal }: { order: ManagedOrder; refusal: FormRefusal | undefined }) {
  const { pickupName } = order.notes;
  return (
    <>
      <span className="wrap-anywhere">{order.pickedUpBy ?? pickupName ?? 'The customer'}</span>
      {order.mayChangePickupName ? (
        <PickupNameForm
          saved={pickupName}
          refused={refusal?.values.intent === 'pickup-name' ? refusal : undefined}
          className="min-h-11 py-2.5 lg:min-h-0 lg:py-1"
        />
      ) : null}
    </>
  );
}
