/** Renders what a customer can do with an order. */
import { Form, useNavigation } from 'react-router';
import type { OrderDetails } from '#core/orders/order-details-queries.server.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { DirectionsLink } from '#ui/directions-link.tsx';
import { PrintButton } from '#ui/print-button.tsx';
import { CancelOrder } from './order-card.tsx';

export function OrderActions({ details, address }: { details: OrderDetails; address: string }) {
  const { view, mayMove, pickupStartsAt, inCalendar, status } = details;
  const isBusy = useNavigation().formData?.get('intent') === 'reorder';
  const hasTime = pickupStartsAt !== '';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
      {mayMove ? (
        <ButtonLink to={`/orders/${view.orderId}/move`} rank="secondary" size="small" className="min-h-11">
          {hasTime ? 'Move pickup' : 'Choose a pickup time'}
        </ButtonLink>
      ) : null}
      {inCalendar ? (
        <ButtonLink
          to={`/orders/${view.orderId}/calendar.ics`}
          reloadDocument
          rank="secondary"
          size="small"
          className="min-h-11"
        >
          {inCalendar === 'add' ? 'Add to calendar' : 'Remove from calendar'}
        </ButtonLink>
      ) : null}
      {view.isOpen ? (
        <DirectionsLink address={address} className={buttonClass('secondary', 'small', 'min-h-11')}>
          Directions
        </DirectionsLink>
      ) : null}
      {view.ended ? null : <PrintButton size="small" className="min-h-11" />}
      {status === 'completed' ? (
        <ButtonLink to={`/orders/${view.orderId}/receipt`} rank="secondary" size="small" className="min-h-11">
          Receipt
        </ButtonLink>
      ) : null}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="reorder" />
        <Button
          type="submit"
          rank="secondary"
          size="small"
          className="min-h-11"
          busy={isBusy}
          busyText="Adding…"
        >
          Order again
        </Button>
      </Form>
      {view.mayCancel ? <CancelOrder order={view} /> : null}
    </div>
  );
}
