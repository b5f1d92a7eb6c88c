/** Renders the terms of an offer, and what was sold under it. */
import { limitWords } from '#core/goods/discounts/running-offers.ts';
import { clockWords } from '#core/sales/pickup/hours.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { weekdayName } from '#kernel/time.ts';
import type { OfferView } from './offers-queries.server.ts';

export function OfferTerms({ view: { offer, price, together, starts, ends } }: { view: OfferView }) {
  const { hours, parts } = offer;
  const isTogether = parts.length > 1 || parts.some(({ units }) => units > 1);
  return (
    <Facts
      rows={[
        ['Price', price],
        ['Terms', [limitWords(offer), offer.terms].filter(Boolean).join(' ')],
        ['Starts', starts],
        ['Ends', ends],
        ...(hours ? [['Hours', hoursWords(hours)] as const] : []),
        ...(isTogether ? [['Bought together', together.join(', and ')] as const] : []),
      ]}
    />
  );
}

function hoursWords({ weekdays, from, until }: NonNullable<OfferView['offer']['hours']>): string {
  const days =
    weekdays.length === 0 ? 'Every day' : weekdays.map((day) => weekdayName(day).slice(0, 3)).join(', ');
  return from === until ? days : `${days}, ${clockWords(from)} to ${clockWords(until)}`;
}

export function OfferReport({ view: { report, offer } }: { view: OfferView }) {
  const { mostUnits } = offer;
  const known = report.units - report.withoutCost;
  const money = (amount: number) => formatCents(cents(amount));
  return (
    <section aria-labelledby="sold">
      <h2 id="sold" className="mt-8 mb-2 text-lg">
        Sold under it
      </h2>
      <Facts
        rows={[
          ['Units', formatNumber(report.units)],
          ['Orders', formatNumber(report.orders)],
          ['People', formatNumber(report.persons)],
          ['Sales before tax', money(report.sales)],
          ['Discounts given', money(report.givenAway)],
          [
            'Margin',
            known > 0 || report.units === 0 ? money(report.sales - report.cost) : 'No wholesale price known',
          ],
          ...(mostUnits === null
            ? []
            : [
                [
                  'Left of the limit',
                  `${formatNumber(Math.max(0, mostUnits - report.taken))} of ${formatNumber(mostUnits)}`,
                ] as const,
              ]),
        ]}
      />
      {report.withoutCost > 0 && known > 0 ? (
        <p className="mt-2 text-sm text-ink-soft">
          {`${formatNumber(report.withoutCost)} units without a wholesale price count with their whole price.`}
        </p>
      ) : null}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid max-w-3xl gap-x-8 gap-y-2 sm:grid-cols-[10rem_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="figures mb-2 break-words sm:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
