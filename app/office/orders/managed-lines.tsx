/** Renders the lines of an order as sold, with their lots, each tax and the total; the pick list prints them too. */
import { Link } from 'react-router';
import { discountNote } from '#core/goods/discounts/discount.ts';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { CASH_DUE, CASH_ROUNDING, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { UNITS_MISSING } from '#core/sales/orders/order-status.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';
import type { ManagedOrder } from './managed-order-queries.server.ts';

const money = (amount: number) => formatCents(cents(amount));

export function ManagedLines({ order }: { order: ManagedOrder }) {
  const minimumAge = useMinimumAge();
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li
            key={line.productId}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 py-3 max-[16em]:block sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] sm:gap-x-4"
          >
            <span className="figures font-semibold">{line.quantity} ×</span>
            <span className="min-w-0">
              <Link
                to={`/products/${line.productId}`}
                className="font-medium underline-offset-4 hover:underline max-lg:-my-3 max-lg:inline-block max-lg:py-3"
              >
                {line.name}
              </Link>
              <span className="block text-ink-soft">
                {[
                  line.category,
                  batchesLabel(line.batches),
                  line.requiresId ? `Requires ${minimumAge}+` : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {line.missing > 0 ? (
                <span className="block font-medium text-clay-700">
                  {UNITS_MISSING}: {line.missing}
                </span>
              ) : null}
            </span>
            <span className="figures max-[16em]:block max-sm:col-start-2 max-sm:mt-1 sm:text-right">
              {money(line.amount)}{' '}
              <span className="text-ink-soft max-sm:ml-3 max-[16em]:ml-1 sm:block">
                {money(line.unitPrice)} each · tax {money(line.tax)}
              </span>
              {line.listPrice === line.unitPrice ? null : (
                <span className="block text-ink-soft">
                  {[discountNote(line), line.tax > 0 ? `taxed on ${money(line.taxBase)}` : null]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <dl className="figures mt-4 ml-auto flex w-full max-w-xs flex-col gap-1">
        <Amount label="Subtotal" amount={order.subtotal} />
        {order.taxParts.map((part) => (
          <Amount key={part.name} label={part.name} amount={part.amount} />
        ))}
        <div className="mt-1 flex justify-between gap-8 border-t border-line pt-2 font-semibold">
          <dt>Total</dt>
          <dd>{money(order.total)}</dd>
        </div>
        {order.refunded > 0 ? (
          <>
            <Amount label="Refunded" amount={-order.refunded} />
            <div className="flex justify-between gap-8 font-semibold">
              <dt>Net</dt>
              <dd>{money(order.total - order.refunded)}</dd>
            </div>
          </>
        ) : null}
        {order.cashRounding === 0 ? null : (
          <>
            <div className="flex justify-between gap-8">
              <dt className="text-ink-soft">{CASH_ROUNDING}</dt>
              <dd>{roundingWords(order.cashRounding)}</dd>
            </div>
            <Amount
              label={order.isPaid ? 'In cash' : CASH_DUE}
              amount={order.total - order.refunded + order.cashRounding}
            />
          </>
        )}
      </dl>
    </>
  );
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex justify-between gap-8">
      <dt className="text-ink-soft">{label}</dt>
      <dd>{money(amount)}</dd>
    </div>
  );
}
