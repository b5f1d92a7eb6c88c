/** Renders one of a customer's own orders: its progress, its items, when and where to pick it up. */

import type { ReactNode } from 'react';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { noPickup, type OrderView, pickupWas } from '#core/sales/orders/order-view.ts';
import { Refunds } from '#core/sales/orders/refunds/ui/refunds.tsx';
import { OrderSteps } from '#core/sales/orders/ui/order-steps.tsx';
import { OrderTimeline } from '#core/sales/orders/ui/order-timeline.tsx';
import type { DayHours } from '#core/sales/pickup/week-ahead.ts';
import { PaperHead, type PaperPlace } from '#shop/kit/paper-head.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { BackLink } from '#ui/page-head.tsx';
import { PickupTime } from '#ui/pickup-time.tsx';
import { AgeWarning, MissingNotice } from './order-card.tsx';
import { OrderItems } from './order-items.tsx';

export function OrderPage({
  details,
  actions,
  pass,
  bring,
  place,
  notice,
}: {
  details: OrderDetails;
  /** What the customer can do with it. */
  actions: ReactNode;
  pass: ReactNode;
  /** What to bring. */
  bring: ReactNode;
  place: PaperPlace;
  notice?: ReactNode;
}) {
  const { view, timeline, hours, refunds, refundDue } = details;
  // An order that has ended has nothing to show or bring, and ends at the same right edge as every account page.
  // A notice says first that the farm is closed then.
  const lead = details.closed ? null : view.lead;
  const hasSide = pass || bring || hours.length > 0;
  return (
    <div className="slip">
      <PaperHead place={place} />
      <header className="pt-6 pb-6 sm:pt-10 print:py-4">
        <BackLink to="/orders" label="Your Orders" />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1
            translate="no"
            className={`figures min-w-0 wrap-anywhere ${lead ? 'text-xl' : 'text-3xl sm:text-4xl'}`}
          >
            {view.orderId}
          </h1>
          {/* Announced when staff change the order's status. */}
          <p role="status" className="flex flex-wrap gap-2">
            <StatusBadge tone={view.status.tone}>{view.status.label}</StatusBadge>
            {view.payment ? <StatusBadge tone={view.payment.tone}>{view.payment.label}</StatusBadge> : null}
          </p>
        </div>
        {lead ? (
          <p className="figures mt-3 measure font-display text-xl/snug font-medium sm:text-2xl/snug">
            {lead}
          </p>
        ) : null}
        <p className="figures mt-1 text-sm text-ink-soft">Placed {view.placed}</p>
      </header>
      {notice}
      {/* One column on a phone, with the pass first: customers open this page at the counter. */}
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 ${hasSide ? 'xl:grid-cols-[minmax(0,1fr)_19rem]' : ''} xl:grid-rows-[auto_1fr] print:grid-cols-[minmax(0,1fr)_11rem] print:gap-y-4`}
      >
        {pass ? <div className="xl:col-start-2 print:col-start-2">{pass}</div> : null}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:col-start-1 xl:row-span-2 xl:row-start-1 xl:gap-10 print:col-start-1 print:row-start-1 print:gap-4">
          <Pickup view={view}>{actions}</Pickup>
          {view.steps ? (
            <div className="max-w-2xl print:hidden">
              <OrderSteps steps={view.steps} />
            </div>
          ) : null}
          <section aria-labelledby="items-heading">
            <h2 id="items-heading" className="text-xl">
              Items
            </h2>
            <OrderItems order={view} />
          </section>
          {refunds.length > 0 || refundDue ? (
            <section aria-labelledby="refunds-heading">
              <h2 id="refunds-heading" className="mb-3 text-xl">
                Refunds
              </h2>
              {refundDue ? (
                <p className="mb-3">
                  A price was wrong. We will refund {refundDue} in cash at your next visit.
                </p>
              ) : null}
              {refunds.length > 0 ? <Refunds refunds={refunds} /> : null}
            </section>
          ) : null}
          <section aria-labelledby="timeline-heading" className="print:hidden">
            <h2 id="timeline-heading" className="mb-3 text-xl">
              Order history
            </h2>
            <OrderTimeline moments={timeline} />
          </section>
        </div>
        {hasSide ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:col-start-2 print:col-span-2 print:col-start-1">
            {bring}
            {hours.length > 0 ? <Hours hours={hours} phone={place.phone} /> : null}
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** When to come, and what the customer can change; for an ended order, how it ended. */
function Pickup({ view, children }: { view: OrderView; children: ReactNode }) {
  const { pickup, ended } = view;
  if (ended)
    return (
      <section aria-label="Outcome">
        <p className="text-lg">{ended}</p>
        {pickup ? <p className="figures mt-1 text-ink-soft">{pickupWas(pickup)}</p> : null}
        {children}
      </section>
    );
  return (
    <section aria-labelledby="pickup-heading">
      <h2 id="pickup-heading" className="text-xl">
        Pickup
      </h2>
      <p className="figures mt-2 text-lg font-medium">
        {pickup ? <PickupTime {...pickup} /> : noPickup(view)}
      </p>
      {view.pickedUpBy ? <p className="mt-1 wrap-anywhere">Picked up by {view.pickedUpBy}</p> : null}
      {view.missing ? <MissingNotice missing={view.missing} /> : null}
      {view.ageFlag ? <AgeWarning flag={view.ageFlag} /> : null}
      {children}
    </section>
  );
}

function Hours({ hours, phone }: { hours: readonly DayHours[]; phone: string }) {
  return (
    <section aria-labelledby="hours-heading" className="print:hidden">
      <h2 id="hours-heading" className="text-xl">
        Store hours
      </h2>
      <dl className="figures mt-3 grid min-[18rem]:grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
        {hours.map((day) => (
          <div key={day.date} className="contents">
            <dt className="text-ink-soft">{day.label}</dt>
            <dd>{day.hours}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm">
        Questions? Call <span className="figures inline-block">{phone}</span>.
      </p>
    </section>
  );
}
