/** Renders the head of an order's page: number, badges, buttons, notices. */
import { Link } from 'react-router';
import { pickupLabel } from '#core/sales/line/line.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { OUTSIDE_HOURS, UNITS_MISSING } from '#core/sales/orders/order-status.ts';
import type { Owed } from '#core/sales/price-corrections/owed-queries.server.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Pencil, Printer } from '#ui/icons.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';
import { Notice } from '#ui/notice.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';
import type { OrderCustomer } from './order-customer-queries.server.ts';
import { ReceiptMenu } from './receipt-menu.tsx';
import type { StoredReceipt } from './stored-receipts-queries.server.ts';

/** Only rendered when scripts run; browsers can print without it. */
function PrintButton() {
  return (
    <button
      type="button"
      className={buttonClass('secondary', 'small', 'noscript:hidden min-h-11')}
      onClick={() => window.print()}
    >
      <Printer aria-hidden="true" className="size-4" /> Print
    </button>
  );
}

/** The number, the badges, and the links, the menu of receipts and the print button. */
export function OrderHead({
  order,
  receipts,
  path,
}: {
  order: ManagedOrder;
  receipts: readonly StoredReceipt[];
  path: string;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <h1 className="text-2xl">{order.number}</h1>
      {order.isOutside ? <StatusBadge tone="red">{OUTSIDE_HOURS}</StatusBadge> : null}
      {order.missing > 0 ? <StatusBadge tone="red">{UNITS_MISSING}</StatusBadge> : null}
      <StatusBadge tone={order.status.tone}>{order.status.label}</StatusBadge>
      <StatusBadge tone={order.payment.tone}>{order.payment.label}</StatusBadge>
      <div className="flex flex-wrap gap-2 sm:ml-auto print:hidden">
        {hasEnded(order.status.value) ? null : (
          <ButtonLink to={`${path}/edit`} rank="secondary" size="small" className="min-h-11">
            <Pencil aria-hidden="true" className="size-4" /> Edit
          </ButtonLink>
        )}
        <ReceiptMenu order={order} receipts={receipts} path={path} />
        <PrintButton />
      </div>
    </div>
  );
}

export function OrderNotices({
  order,
  customer,
  owed,
}: {
  order: ManagedOrder;
  customer: OrderCustomer;
  owed: readonly Owed[];
}) {
  const minimumAge = useMinimumAge();
  return (
    <>
      {order.hasEnded || !customer.ban ? null : (
        <Notice tone="error" className="mb-5 print:hidden" title="This customer is banned.">
          {customer.ban}
        </Notice>
      )}
      {order.hasEnded || customer.age !== 'rejected' || !order.requiresId ? null : (
        <Notice tone="error" className="mb-5" title="Staff rejected this customer’s age. Do not sell." />
      )}
      {order.ageFlag && !order.hasEnded ? (
        <Notice tone="caution" className="mb-5" title="Check the ID before handing this over.">
          {order.ageFlag === 'under-age'
            ? `The birth date on file is under ${minimumAge}. Do not sell.`
            : 'No birth date on file for this order.'}
        </Notice>
      ) : null}
      {order.arrival === null ? null : (
        <Notice
          tone="info"
          className="mb-5"
          title={`At the store: number ${pickupLabel(order.arrival)} in the line`}
        />
      )}
      {order.late ? (
        <Notice tone="info" className="mb-5" title={`Running late: ${order.late.around}`}>
          Reported by the customer {order.late.said}.
        </Notice>
      ) : null}
      {owed.map(({ lineId, amount, reason }) => (
        <Notice
          key={lineId}
          tone="caution"
          className="mb-5 print:hidden"
          title={`A refund of ${amount} is due to the customer.`}
        >
          {reason}.{' '}
          <Link to={`/counter/orders/${order.number}`} className="underline underline-offset-4">
            Give it back at the counter
          </Link>
        </Notice>
      ))}
    </>
  );
}
