/** Renders a reservation for staff: what, for whom, when, and the available actions. */
import { useEffect, useId, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { realAddress } from '#core/accounts/identity/accounts/no-one.ts';
import { UNITS_MISSING } from '#core/sales/orders/order-status.ts';
import { RECEIPT_STORED, RECEIPT_UNDER_WAY, SLIP_STORED } from '#core/sales/orders/receipts/stored-paper.ts';
import type {
  ReservationCard as Card,
  StoredPaper,
} from '#core/sales/orders/reservations/reservation-list.ts';
import {
  statusesOfSignUp as ofSignUp,
  reservationStatusLabel,
} from '#core/sales/orders/reservations/reservation-status.ts';
import { EMAIL_NOT_CONFIRMED } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { reservationStatuses } from '#kernel/statuses.ts';
import { Moment } from '#office/kit/moment.tsx';
import { Fact } from '#office/orders/fact.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { SelectField } from '#ui/field.tsx';

/** A finger-sized target that does not make its line taller. */
const link =
  'inline-block max-w-full wrap-anywhere text-spruce-700 underline underline-offset-4 max-lg:-my-3 max-lg:py-3';

export function ReservationCard({ card, query }: { card: Card; query: string }) {
  const title = useId();
  const { product, customer } = card;
  return (
    <article
      id={`reservation-${card.id}`}
      tabIndex={-1}
      aria-labelledby={title}
      className="flex h-full min-w-0 flex-col rounded-surface bg-surface p-4 inset-ring inset-ring-line sm:p-5"
    >
      <div className="grid grid-cols-[min(3.5rem,20%)_minmax(0,1fr)] gap-x-4 gap-y-3 max-[16em]:grid-cols-1">
        <img
          src={product.image}
          alt=""
          width={56}
          height={70}
          loading="lazy"
          className="aspect-4/5 w-full rounded-control bg-cream object-cover max-[16em]:w-1/4"
        />
        <div className="min-w-0">
          <h2 id={title} className="text-lg leading-snug break-words">
            {product.name}
          </h2>
          <p className="figures mt-0.5 mb-1 text-ink-soft">
            {[formatCents(cents(product.price)), product.strain, product.batch].filter(Boolean).join(' · ')}
          </p>
          <StatusBadge tone={card.status.tone}>{card.status.label}</StatusBadge>
          {card.missing > 0 ? (
            <p className="figures font-medium text-clay-700">
              {UNITS_MISSING}: {card.missing} ·{' '}
              <Link to={`/admin/products/${product.id}/lots`} className={link}>
                Lots<span className="sr-only"> of {product.name}</span>
              </Link>
            </p>
          ) : null}
        </div>
      </div>
      <dl className="mt-4 mb-4 grid min-[18rem]:grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name="Customer">
          {customer === null ? (
            EMAIL_NOT_CONFIRMED
          ) : (
            <>
              <Link to={`/admin/customers/${customer.id}`} className={link}>
                {customer.name}
              </Link>
              <EmailAddress className="block wrap-anywhere">{realAddress(customer.email) ?? ''}</EmailAddress>
            </>
          )}
        </Fact>
        <Fact name="Quantity">{card.quantity}</Fact>
        <Fact name="Pickup">
          {card.pickup ? <Moment text={card.pickup} className="inline-block max-w-full" /> : 'No time chosen'}
          {card.heldUntil ? <span className="block text-ink-soft">Held until {card.heldUntil}</span> : null}
        </Fact>
        <Fact name="Created">
          <Moment text={card.created} className="inline-block max-w-full" />
        </Fact>
        {card.order ? <OrderOf order={card.order} /> : null}
      </dl>
      <Actions card={card} query={query} />
    </article>
  );
}

const receiptWords: Readonly<Record<StoredPaper, string>> = {
  receipt: RECEIPT_STORED,
  slip: SLIP_STORED,
  failed: 'Receipt failed to generate. We will retry.',
  waiting: RECEIPT_UNDER_WAY,
};

function OrderOf({ order }: { order: NonNullable<Card['order']> }) {
  return (
    <Fact name="Order">
      <Link to={`/admin/orders/${order.number}`} className={link}>
        {order.number}
      </Link>
      {order.receipt ? (
        <span className={`block ${order.receipt === 'failed' ? 'text-clay-700' : 'text-ink-soft'}`}>
          {receiptWords[order.receipt]}
        </span>
      ) : null}
    </Fact>
  );
}

/** `query` leads back to the list as it was. */
function Actions({ card, query }: { card: Card; query: string }) {
  const navigation = useNavigation();
  const sent = navigation.formData?.get('id') === card.id ? navigation.formData.get('intent') : null;
  const form = useRef<HTMLFormElement>(null);
  const wasSent = useRef(false);
  useEffect(() => {
    // A refusal changed nothing, so the selector shows the stored status again.
    if (wasSent.current && sent === null) form.current?.reset();
    wasSent.current = sent === 'status';
  }, [sent]);
  const fields = (
    <>
      <input type="hidden" name="id" value={card.id} />
      <input type="hidden" name="seen" value={card.status.value} />
      <input type="hidden" name="query" value={query} />
    </>
  );
  // A sign-up has no customer to order for; canceling is all that staff can do.
  const choices = card.customer === null ? ofSignUp : reservationStatuses;
  const isPending = card.status.value === 'pending' && card.order === null && card.customer !== null;
  return (
    <div className="mt-auto flex flex-wrap items-end gap-3 border-t border-line pt-4">
      <Form
        ref={form}
        method="post"
        preventScrollReset
        // A page that loads again, without scripts, shows the stored status.
        autoComplete="off"
        className="flex min-w-[min(13rem,100%)] flex-1 items-end gap-2 max-[16em]:flex-wrap"
      >
        {fields}
        {/* Resets when the status changes: the choice was about the old status. */}
        <SelectField
          key={card.status.value}
          label={
            <>
              Status<span className="sr-only"> of {card.product.name}</span>
            </>
          }
          name="status"
          defaultValue={card.status.value}
          className="min-w-0 flex-1 max-[16em]:basis-full"
        >
          {choices.map((status) => (
            <option key={status} value={status}>
              {reservationStatusLabel[status]}
            </option>
          ))}
        </SelectField>
        <Button
          type="submit"
          name="intent"
          value="status"
          rank="secondary"
          busy={sent === 'status'}
          busyText="Saving…"
        >
          Save<span className="sr-only"> status of {card.product.name}</span>
        </Button>
      </Form>
      {isPending ? (
        <Form method="post" preventScrollReset className="max-sm:w-full">
          {fields}
          <Button
            type="submit"
            name="intent"
            value="submit"
            className="max-sm:w-full"
            busy={sent === 'submit'}
            busyText="Creating…"
          >
            Mark Submitted → Create Order
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
