/** Renders what a walk-in buys, with its quantities, the total, and the button that makes the order. */
import { Form, useNavigation } from 'react-router';
import { CASH_ROUNDING, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { usePackingScans } from '../packing/use-packing-scans.ts';
import type { WalkInLine, WalkInView } from './walk-in-queries.server.ts';

type Scans = ReturnType<typeof usePackingScans>;
const money = (amount: number) => formatCents(cents(amount));

export function WalkInLines({ walkIn, scans }: { walkIn: WalkInView; scans: Scans }) {
  const { lines, subtotal, taxes, total, rounding, left, problem, minutes } = walkIn;
  const isBusy = useNavigation().formData?.get('intent') === 'order';
  return (
    <section
      aria-label="The order"
      className="flex min-w-0 flex-col gap-4 rounded-surface bg-cream p-4 md:sticky md:top-4"
    >
      {lines.length === 0 ? (
        <p className="text-lg text-ink-soft">Nothing yet. Scan a unit, or search for a product.</p>
      ) : (
        <>
          <ul aria-label="Items" className="divide-y divide-line border-b border-line">
            {lines.map((line) => (
              <Line key={line.productId} line={line} scans={scans} />
            ))}
          </ul>
          <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <dt>Subtotal</dt>
            <dd className="text-right">{money(subtotal)}</dd>
            {taxes.map(({ name, amount }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="text-right">{money(amount)}</dd>
              </div>
            ))}
            {rounding === 0 ? null : (
              <>
                <dt>Total</dt>
                <dd className="text-right">{money(total)}</dd>
                <dt>{CASH_ROUNDING}</dt>
                <dd className="text-right">{roundingWords(rounding)}</dd>
              </>
            )}
            <dt className="mt-1 text-lg font-semibold">Total in cash</dt>
            <dd className="mt-1 text-right text-2xl font-semibold">{money(total + rounding)}</dd>
          </dl>
        </>
      )}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <p className="figures text-sm text-ink-soft">Left today after this: {left.join(', ')}.</p>
      {lines.length > 0 ? (
        <Form method="post" className="flex flex-col gap-2">
          <input type="hidden" name="intent" value="order" />
          <input type="hidden" name="total" value={total} />
          <Button
            type="submit"
            size="large"
            busy={isBusy}
            busyText="Ordering…"
            className="min-h-16 w-full text-lg"
          >
            Make the order
          </Button>
          <p className="text-sm text-ink-soft">
            This holds the units. They are released after {minutes} minutes without work on the order.
          </p>
        </Form>
      ) : null}
    </section>
  );
}

const step = 'min-h-12 min-w-12 text-xl';

function Line({ line, scans }: { line: WalkInLine; scans: Scans }) {
  const { productId, name, quantity, scanned, most, unitPrice, amount, priceNote } = line;
  const { fetcher, clear } = scans;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3">
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      <span className="figures text-right font-semibold">{money(amount)}</span>
      <span className="figures text-sm text-ink-soft">
        {money(unitPrice)} each{scanned > 0 ? ` · ${scanned} scanned` : ''}
        {priceNote === null ? null : <span className="block text-ochre-700">{priceNote}</span>}
      </span>
      <fetcher.Form method="post" onSubmit={clear} className="flex items-center justify-end gap-1">
        <input type="hidden" name="intent" value="quantity" />
        <input type="hidden" name="product" value={productId} />
        <Button type="submit" name="quantity" value={quantity - 1} rank="secondary" className={step}>
          <span aria-hidden="true">−</span>
          <span className="sr-only">{quantity === 1 ? `Remove ${name}` : `One fewer of ${name}`}</span>
        </Button>
        <span className="figures min-w-10 text-center text-lg font-semibold">{quantity}</span>
        {quantity < most ? (
          <Button type="submit" name="quantity" value={quantity + 1} rank="secondary" className={step}>
            <span aria-hidden="true">+</span>
            <span className="sr-only">One more of {name}</span>
          </Button>
        ) : (
          <span className="min-w-12 text-center text-xs text-ink-soft">No more</span>
        )}
      </fetcher.Form>
    </li>
  );
}
