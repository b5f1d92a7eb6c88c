/** The lines of an order as they were sold, with their lots, each tax and the total; also what the pick list prints. */
import { Link } from 'react-router';
import { batchesLabel } from '#features/inventory/lots.ts';
import { cents, formatCents } from '#kernel/money.ts';
import type { ManagedOrder } from '../managed-order-queries.server.ts';

const money = (amount: number) => formatCents(cents(amount));

export function ManagedLines({ order }: { order: ManagedOrder }) {
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li key={line.productId} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-4 py-3">
            <span className="figures text-lg font-semibold">{line.quantity} ×</span>
            <span className="min-w-0">
              <Link
                to={`/products/${line.productId}`}
                className="font-medium underline-offset-4 hover:underline"
              >
                {line.name}
              </Link>
              <span className="block text-ink-soft">
                {[line.category, batchesLabel(line.batches), line.requiresId ? 'Requires 21+' : null]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {line.missing > 0 ? (
                <span className="block font-medium text-clay-700">
                  {line.missing} in no lot that may be sold
                </span>
              ) : null}
            </span>
            <span className="figures text-right">
              {money(line.amount)}
              <span className="block text-ink-soft">
                {money(line.unitPrice)} each · tax {money(line.tax)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="figures mt-4 ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-x-8 gap-y-1">
        <Amount label="Subtotal" amount={order.subtotal} />
        {order.taxParts.map((part) => (
          <Amount key={part.name} label={part.name} amount={part.amount} />
        ))}
        <dt className="border-t border-line pt-1 font-semibold">Total</dt>
        <dd className="border-t border-line pt-1 text-right font-semibold">{money(order.total)}</dd>
      </dl>
    </>
  );
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right">{money(amount)}</dd>
    </>
  );
}
