/** Renders the lines of an order as fields with prices and stock, a product to add, and the new total before saving. */
import { useEffect, useState } from 'react';
import { type PricedItem, quoteDraft } from '#core/sales/orders/items-change/items-draft.ts';
import { type FormLine, MAXIMUM_UNITS, quantityField } from '#core/sales/orders/order-edit.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { AddProduct, ItemsToAdd } from './add-product.tsx';
import type { OrderEditAnswer } from './answer-order-edit.server.ts';
import { ItemFacts } from './item-facts.tsx';
import type { OrderPricing } from './order-pricing-queries.server.ts';

type Props = {
  lines: readonly FormLine[];
  /** Units that no lot has, by product. */
  missing: Readonly<Record<number, number>>;
  /** If set, the lines are shown read-only. */
  isPaid: boolean;
  pricing: OrderPricing;
  answer: OrderEditAnswer | undefined;
};

export function EditLines({ lines, missing, isPaid, pricing, answer }: Props) {
  // What is typed since the server set a quantity; a quantity that it sets again replaces it.
  const [typed, setTyped] = useState<Readonly<Record<number, { over: string; value: string }>>>({});
  const missingOf = ({ productId }: FormLine) => missing[productId] ?? 0;
  const short = lines.find((line) => missingOf(line) > 0);
  const toFix = short && !isPaid && !answer ? quantityField(short.productId) : null;
  useEffect(() => {
    if (toFix) document.getElementById(toFix)?.focus();
  }, [toFix]);
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
            className={`flex flex-wrap items-center justify-between gap-x-6 py-3 ${missingOf(line) > 0 ? 'border-l-3 border-l-clay-700 pl-3' : ''}`}
          >
            <span className="min-w-[min(9rem,100%)] flex-1 break-words">
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
              hint={missingOf(line) > 0 ? `${missingOf(line)} missing` : undefined}
              className="w-28 shrink-0"
            />
            {missingOf(line) > 0 ? (
              <MissingHere
                missing={missingOf(line)}
                replacements={isPaid ? [] : (pricing.replacements[line.productId] ?? [])}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {isPaid ? null : (
        <>
          <p className="mt-2 text-xs text-ink-soft">
            0 removes the line. Units that are in a lot go back to stock; missing units cannot.
          </p>
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

/** What is missing at a line, and what can be added in its place. */
function MissingHere({ missing, replacements }: { missing: number; replacements: readonly PricedItem[] }) {
  return (
    <div className="w-full">
      <p className="figures text-sm font-medium text-clay-700">
        {missing === 1 ? '1 unit is' : `${missing} units are`} missing. Lower the quantity by {missing}, or to
        0{replacements.length > 0 ? ', and add one of these instead:' : '.'}
      </p>
      {replacements.length > 0 ? <ItemsToAdd items={replacements} /> : null}
    </div>
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
