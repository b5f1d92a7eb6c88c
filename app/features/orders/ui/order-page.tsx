/** One order of a customer's own: how far it is, what is in it, when and where to pick it up. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DayHours } from '#features/pickup/week-ahead.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { OrderDetails } from '../order-details-queries.server.ts';
import { AgeWarning, OrderAmounts, OrderItem } from './order-card.tsx';
import { OrderSteps } from './order-steps.tsx';
import { OrderTimeline } from './order-timeline.tsx';

export function OrderPage({
  details,
  actions,
  aside,
  place,
  notice,
}: {
  details: OrderDetails;
  /** What the customer can do with it. */
  actions: ReactNode;
  /** What to bring, and whatever else belongs beside the order. */
  aside: ReactNode;
  place: { phone: string };
  notice?: ReactNode;
}) {
  const { view, timeline, hours } = details;
  return (
    <>
      <header className="pt-6 pb-6 sm:pt-10">
        <p className="print:hidden">
          <Link
            to="/orders"
            className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
          >
            Your Orders
          </Link>
        </p>
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

      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-10">
          <section aria-labelledby="pickup-heading">
            <h2 id="pickup-heading" className="text-xl">
              Pickup
            </h2>
            <p className="figures mt-2 font-display text-2xl font-medium">
              {view.pickup ? view.pickup.starts : 'No time chosen yet'}
              {view.pickup?.ends ? <span className="inline-block">&nbsp;– {view.pickup.ends}</span> : null}
            </p>
            {view.ageFlag ? <AgeWarning flag={view.ageFlag} /> : null}
            {actions}
          </section>
          <section aria-labelledby="items-heading">
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
          <section aria-labelledby="timeline-heading">
            <h2 id="timeline-heading" className="mb-3 text-xl">
              What happened
            </h2>
            <OrderTimeline moments={timeline} />
          </section>
        </div>
        <div className="grid min-w-0 gap-8">
          {aside}
          {hours.length > 0 ? <Hours hours={hours} phone={place.phone} /> : null}
        </div>
      </div>
    </>
  );
}

function Hours({ hours, phone }: { hours: readonly DayHours[]; phone: string }) {
  return (
    <section aria-labelledby="hours-heading">
      <h2 id="hours-heading" className="text-xl">
        Open
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
