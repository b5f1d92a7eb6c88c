/** One order of a customer's own: how far it is, what is in it, when and where to pick it up. */
import type { ReactNode } from 'react';
import type { DayHours } from '#features/pickup/week-ahead.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { BackLink } from '#ui/page-head.tsx';
import type { OrderDetails } from '../order-details-queries.server.ts';
import { AgeWarning, OrderAmounts, OrderItem } from './order-card.tsx';
import { OrderSteps } from './order-steps.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { Refunds } from './refunds.tsx';

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
  place: { phone: string };
  notice?: ReactNode;
}) {
  const { view, timeline, hours, refunds } = details;
  return (
    <>
      <header className="pt-6 pb-6 sm:pt-10">
        <BackLink to="/orders" label="Your Orders" />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="figures text-3xl sm:text-4xl">{view.orderId}</h1>
          {/* Said aloud when staff move the order along. */}
          <p role="status" className="flex flex-wrap gap-2">
            <StatusBadge tone={view.status.tone}>{view.status.label}</StatusBadge>
            <StatusBadge tone={view.payment.tone}>{view.payment.label}</StatusBadge>
          </p>
        </div>
        <p className="figures mt-1 text-sm text-ink-soft">Placed {view.placed}</p>
      </header>
      {notice}
      {view.steps ? (
        <div className="mb-8 max-w-2xl">
          <OrderSteps steps={view.steps} />
        </div>
      ) : null}
      {view.ended ? <p className="mb-8">{view.ended}</p> : null}

      {/* On a phone one column: the pass follows the pickup time, because it is what is held out at the counter. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="contents min-w-0 gap-10 xl:grid">
          <section aria-labelledby="pickup-heading" className="order-1">
            <h2 id="pickup-heading" className="text-xl">
              Pickup
            </h2>
            <p className="figures mt-2 font-display text-2xl font-medium">
              <span className="inline-block">{view.pickup ? view.pickup.starts : 'No time chosen yet'}</span>{' '}
              {view.pickup?.ends ? <span className="inline-block">– {view.pickup.ends}</span> : null}
            </p>
            {view.ageFlag ? <AgeWarning flag={view.ageFlag} /> : null}
            {actions}
          </section>
          <section aria-labelledby="items-heading" className="order-3">
            <h2 id="items-heading" className="text-xl">
              Items
            </h2>
            <ul className="mt-3 border-t border-line">
              {view.items.map((item) => (
                <OrderItem key={item.productId} item={item} />
              ))}
            </ul>
            <div className="flex justify-end pt-4">
              <OrderAmounts order={view} />
            </div>
          </section>
          {refunds.length > 0 ? (
            <section aria-labelledby="refunds-heading" className="order-3">
              <h2 id="refunds-heading" className="mb-3 text-xl">
                Refunds
              </h2>
              <Refunds refunds={refunds} />
            </section>
          ) : null}
          <section aria-labelledby="timeline-heading" className="order-4">
            <h2 id="timeline-heading" className="mb-3 text-xl">
              What happened
            </h2>
            <OrderTimeline moments={timeline} />
          </section>
        </div>
        <div className="contents min-w-0 gap-8 xl:grid">
          {pass ? <div className="order-2">{pass}</div> : null}
          <div className="order-5 grid gap-8">
            {bring}
            {hours.length > 0 ? <Hours hours={hours} phone={place.phone} /> : null}
          </div>
        </div>
      </div>
    </>
  );
}

function Hours({ hours, phone }: { hours: readonly DayHours[]; phone: string }) {
  return (
    <section aria-labelledby="hours-heading">
      <h2 id="hours-heading" className="text-xl">
        Store hours
      </h2>
      <dl className="figures mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm">
        {hours.map((day) => (
          <div key={day.date} className="contents">
            <dt className="text-ink-soft">{day.label}</dt>
            <dd>{day.hours}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm">
        Questions? Call <span className="figures whitespace-nowrap">{phone}</span>.
      </p>
    </section>
  );
}
