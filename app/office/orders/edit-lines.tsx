/** Renders the lines of an order as fields with prices and stock, a product to add, and the new total before saving. */
import { useState } from 'react';
import { type PricedItem, quoteDraft } from '#core/orders/items-change/items-draft.ts';
import { type FormLine, MAXIMUM_UNITS, quantityField } from '#core/orders/order-edit.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { AddProduct } from './add-product.tsx';
import type { OrderEditAnswer } from './answer-order-edit.server.ts';
import { ItemFacts } from './item-facts.tsx';
import type { OrderPricing } from './order-pricing-queries.server.ts';

type Props = {
  lines: readonly FormLine[];
  /** If set, the lines are shown read-only. */
  isPaid: boolean;
  pricing: OrderPricing;
  answer: OrderEditAnswer | undefined;
};

export function EditLines({ lines, isPaid, pricing, answer }: Props) {
  // What is typed since the server set a quantity; a quantity that it sets again replaces it.
  const [typed, setTyped] = useState<Readonly<Record<number, { over: string; value: string }>>>({});
  const items = [...pricing.lines, ...(answer?.items ?? [])];
  const quantityOf = ({ productId, quantity }: FormLine) => {
    const entry = typed[productId];
    return entry?.over === quantity ? entry.value : quantity;
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-lg font-medium">Lines and quantities</legend>
      {isPaid ? <p className="mb-2 text-ink-soft">This order is paid, so its lines cannot change.</p> : null}
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li
            key={`${line.productId} ${line.quantity}`}
            className="flex items-center justify-between gap-x-6 py-3"
          >
            <span className="min-w-0 flex-1 break-words">
              {line.name}
              <ItemFacts item={items.find(({ productId }) => productId === line.productId)} />
            </span>
            <Field
              label={<span className="sr-only">Quantity of {line.name}</span>}
              name={quantityField(line.productId)}
              type="number"
              inputMode="numeric"
              min={0}
              max={MAXIMUM_UNITS}
              required
              readOnly={isPaid}
              defaultValue={line.quantity}
              onChange={({ currentTarget: { value } }) =>
                setTyped((before) => ({ ...before, [line.productId]: { over: line.quantity, value } }))
              }
              className="w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isPaid ? null : (
        <>
          <p className="mt-2 text-xs text-ink-soft">0 removes the line and returns its units to stock.</p>
          <NewTotal
            items={items}
            lines={lines.map((line) => ({ productId: line.productId, quantity: quantityOf(line) }))}
            pricing={pricing}
          />
          <AddProduct answer={answer} />
        </>
      )}
    </fieldset>
  );
}

/** The same computation as when the order is saved. */
function NewTotal({
  items,
  lines,
  pricing,
}: {
  items: readonly PricedItem[];
  lines: readonly { productId: number; quantity: string }[];
  pricing: OrderPricing;
}) {
  const isReadable = lines.every(({ quantity }) => /^\s*\d{1,3}\s*$/.test(quantity));
  const wanted = lines.map(({ productId, quantity }) => ({ productId, quantity: Number(quantity) }));
  const total = isReadable ? quoteDraft(items, wanted, pricing.tax).total : null;
  return (
    <p role="status" className="figures mt-4 flex flex-wrap items-baseline gap-x-3">
      {total === null ? (
        'Enter whole numbers to see the new total.'
      ) : (
        <>
          <span className="font-semibold">{total === pricing.total ? 'Total' : 'New total'}</span>
          <strong className="font-display text-2xl">{formatCents(total)}</strong>
          <span className="text-ink-soft">
            tax included{total === pricing.total ? '' : `, before ${formatCents(cents(pricing.total))}`}
          </span>
        </>
      )}
    </p>
  );
}
