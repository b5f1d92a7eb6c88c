/** Renders one order of Your Orders: when, what, how much, its progress, and what to show at the counter. */

import { Link } from 'react-router';
import { TAXED_ON_LIST_PRICE } from '#core/goods/discounts/discount.ts';
import { FETCH_AHEAD } from '#core/ground/frame/fetch-ahead.ts';
import { CASH_DUE, CASH_ROUNDING, PAID_IN_CASH, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import {
  missingWords,
  noPickup,
  type OrderItemView,
  type OrderView,
  pickupWas,
} from '#core/sales/orders/order-view.ts';
import { OrderSteps } from '#core/sales/orders/ui/order-steps.tsx';
import { cents, formatCents } from '#kernel/money.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink, type ButtonRank } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import { PickupTime } from '#ui/pickup-time.tsx';
import { Price } from '#ui/price.tsx';

export function OrderCard({ order }: { order: OrderView }) {
  return (
    <article
      aria-labelledby={order.orderId}
      className="rounded-surface bg-surface p-5 inset-ring inset-ring-line sm:p-7"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={order.orderId} className="figures text-xl">
            <Link
              to={`/orders/${order.orderId}`}
              className="-my-2 inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {order.orderId}
            </Link>
          </h2>
          <p className="figures text-sm text-ink-soft">Placed {order.placed}</p>
        </div>
        <p className="flex flex-wrap gap-2">
          <StatusBadge tone={order.status.tone}>{order.status.label}</StatusBadge>
          {order.payment ? <StatusBadge tone={order.payment.tone}>{order.payment.label}</StatusBadge> : null}
        </p>
      </header>

      {order.ended ? (
        <p className="mt-4">{order.ended}</p>
      ) : (
        <p className="mt-4">
          <span className="block text-sm text-ink-soft">Pickup</span>
          <span className="figures text-lg font-semibold">
            {order.pickup ? <PickupTime {...order.pickup} inline /> : noPickup(order)}
          </span>
        </p>
      )}
      {order.missing ? <MissingNotice missing={order.missing} /> : null}
      {order.ageFlag ? <AgeWarning flag={order.ageFlag} /> : null}
      {order.steps ? (
        <div className="mt-6">
          <OrderSteps steps={order.steps} />
        </div>
      ) : null}
      {order.ended && order.pickup ? (
        <p className="figures text-sm text-ink-soft">{pickupWas(order.pickup)}</p>
      ) : null}

      <ul className="mt-6 border-t border-line">
        {order.items.map((item) => (
          <OrderItem key={item.productId} item={item} />
        ))}
      </ul>
      <footer className="flex flex-col-reverse gap-x-8 gap-y-3 pt-4 sm:flex-row sm:items-end sm:justify-between">
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink
            to={`/orders/${order.orderId}`}
            rank="secondary"
            size="small"
            prefetch={FETCH_AHEAD}
            className="min-h-11"
          >
            View order<span className="sr-only"> {order.orderId}</span>
          </ButtonLink>
          {order.mayCancel ? <CancelOrder order={order} action="/orders" /> : null}
        </div>
        <OrderAmounts order={order} />
      </footer>
    </article>
  );
}

/** Asks for confirmation and names what will be canceled. */
export function CancelOrder({
  order,
  action,
  rank,
}: {
  order: Pick<OrderView, 'orderId' | 'items' | 'pickup'>;
  action?: string;
  rank?: ButtonRank;
}) {
  return (
    <Confirm
      {...(action ? { action } : {})}
      {...(rank ? { rank } : {})}
      fields={{ intent: 'cancel-order', id: order.orderId }}
      busyText="Cancelling…"
      label="Cancel order"
      of={order.orderId}
      question={`Cancel ${order.orderId}?`}
      consequence={
        <>
          We will no longer hold {order.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}{' '}
          for you{order.pickup ? ` or your pickup time, ${order.pickup.starts}` : ''}. This cannot be undone.
        </>
      }
    />
  );
}

/** Subtotal, each tax and the total, as they were when it was reserved. */
export function OrderAmounts({
  order,
}: {
  order: Pick<
    OrderView,
    'subtotal' | 'taxParts' | 'total' | 'refunded' | 'cashRounding' | 'isPaid' | 'items'
  >;
}) {
  return (
    <div className="min-w-[min(14rem,100%)] sm:ml-auto">
      <dl className="figures grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm max-[16em]:grid-cols-1 sm:gap-x-8">
        <Amount label="Subtotal" amount={order.subtotal} />
        {order.taxParts.map((part) => (
          <Amount key={part.name} label={part.name} amount={part.amount} />
        ))}
        <dt className="text-base font-semibold">Total</dt>
        <dd className="text-right text-base font-semibold">{formatCents(cents(order.total))}</dd>
        {order.refunded > 0 ? (
          <>
            <Amount label="Refunded" amount={-order.refunded} />
            <Amount label="After refunds" amount={order.total - order.refunded} />
          </>
        ) : null}
        {order.cashRounding === 0 ? null : (
          <>
            <dt className="text-ink-soft">{CASH_ROUNDING}</dt>
            <dd className="text-right">{roundingWords(order.cashRounding)}</dd>
            <Amount
              label={order.refunded > 0 ? 'In cash' : order.isPaid ? PAID_IN_CASH : CASH_DUE}
              amount={order.total - order.refunded + order.cashRounding}
            />
          </>
        )}
      </dl>
      {order.items.some((item) => item.taxBase !== item.amount) ? (
        <p className="mt-2 max-w-56 text-xs text-ink-soft">{TAXED_ON_LIST_PRICE}</p>
      ) : null}
    </div>
  );
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right">{formatCents(cents(amount))}</dd>
    </>
  );
}

export function OrderItem({ item }: { item: OrderItemView }) {
  const minimumAge = useMinimumAge();
  return (
    <li className="grid grid-cols-[min(3.5rem,18%)_minmax(0,1fr)_auto] gap-x-[min(1rem,3%)] border-b border-line py-3 max-[16em]:grid-cols-[18%_minmax(0,1fr)] print:grid-cols-[1fr_auto] print:py-1.5">
      <img
        src={item.image}
        alt=""
        width={56}
        height={70}
        loading="lazy"
        className="aspect-4/5 w-full rounded-control bg-cream object-cover print:hidden"
      />
      <div className="min-w-0">
        <Link
          to={`/products/${item.productId}`}
          className="leading-snug font-medium text-ink underline-offset-4 hover:underline"
        >
          {item.name}
        </Link>
        <p className="figures text-sm text-ink-soft">
          {item.quantity} × <Price now={cents(item.unitPrice)} list={cents(item.listPrice)} />
        </p>
        {item.batches ? <Batches {...item} batches={item.batches} /> : null}
        {item.requiresId ? <p className="text-xs font-medium text-clay-700">Requires {minimumAge}+</p> : null}
      </div>
      <p className="figures font-medium max-[16em]:col-start-2">{formatCents(cents(item.amount))}</p>
    </li>
  );
}

/** The lots, with links to their lab results; print shows only the lots. */
function Batches({ batches, certificates }: Pick<OrderItemView, 'certificates'> & { batches: string }) {
  return (
    <p className="figures dotted text-xs text-ink-soft">
      <span>{batches}</span>
      {certificates.map(({ batch, path }) => (
        <span key={path} className="print:hidden">
          <Link to={path} className="fact-link -my-3 inline-block py-3">
            Certificate
            <span className={certificates.length > 1 ? undefined : 'sr-only'}> of batch {batch}</span>
          </Link>
        </span>
      ))}
    </p>
  );
}

/** What is missing, and what the customer can do. The same text as in the mail about it. */
export function MissingNotice({ missing }: { missing: string }) {
  return (
    <Notice tone="error" title="Some items are missing" className="mt-4">
      {missingWords(missing)} Please don’t come to pick up this order before then.
    </Notice>
  );
}

export function AgeWarning({ flag }: { flag: NonNullable<OrderView['ageFlag']> }) {
  const minimumAge = useMinimumAge();
  return (
    <Notice tone="caution" title="Age verification needed" className="mt-4">
      {flag === 'birth-date-missing'
        ? `This order has items for adults ${minimumAge} and over, and we do not have your date of birth. Bring a valid ID: without it we cannot hand them over.`
        : `This order has items for adults ${minimumAge} and over, and the date of birth we have is under ${minimumAge}. We cannot hand them over.`}
    </Notice>
  );
}
