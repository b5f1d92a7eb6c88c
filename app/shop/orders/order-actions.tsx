/** Renders what a customer can do with an order: directions first, the rest as quiet links. */
import { Form, useNavigation } from 'react-router';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { DirectionsLink } from '#ui/directions-link.tsx';
import { PrintButton } from '#ui/print-button.tsx';
import { CancelOrder } from './order-card.tsx';

export function OrderActions({ details, address }: { details: OrderDetails; address: string }) {
  const { view, mayMove, mayChangeItems, pickupStartsAt, inCalendar, status } = details;
  const page = `/orders/${view.orderId}`;
  const isBusy = useNavigation().formData?.get('intent') === 'reorder';
  const hasTime = pickupStartsAt !== '';
  return (
    <div className="mt-4 print:hidden">
      {view.isOpen ? (
        <DirectionsLink address={address} className={buttonClass('secondary', 'normal')}>
          Directions
        </DirectionsLink>
      ) : null}
      <div className="mt-2 -ml-2 flex flex-wrap items-center">
        {mayMove ? (
          <ButtonLink to={`${page}/move`} {...quiet}>
            {hasTime ? 'Move pickup' : 'Choose a pickup time'}
          </ButtonLink>
        ) : null}
        {mayChangeItems ? (
          <ButtonLink to={`${page}/change`} {...quiet}>
            Change items
          </ButtonLink>
        ) : null}
        {inCalendar ? (
          <ButtonLink to={`${page}/calendar.ics`} reloadDocument {...quiet}>
            {inCalendar === 'add' ? 'Add to calendar' : 'Remove from calendar'}
          </ButtonLink>
        ) : null}
        {view.ended ? null : <PrintButton {...quiet} />}
        {status === 'completed' ? (
          <ButtonLink to={`${page}/receipt`} {...quiet}>
            Receipt
          </ButtonLink>
        ) : null}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="reorder" />
          <Button type="submit" busy={isBusy} busyText="Adding…" {...quiet}>
            Order again
          </Button>
        </Form>
        {view.mayCancel ? (
          <div id="cancel" className="scroll-mt-40">
            <CancelOrder order={view} rank="quiet" />
          </div>
        ) : null}
      </div>
    </div>
  );
}

const quiet = { rank: 'quiet', size: 'small', className: 'min-h-11' } as const;
