/** Renders what is about to be reserved and its total: in full, and in short above the pickup times on phones. */
import { Link } from 'react-router';
import { TAXED_ON_LIST_PRICE } from '#core/goods/discounts/discount.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import { cartChangeMessage } from '#shop/cart/cart-line-news.ts';
import { ProductPicture } from '#shop/cart/product-picture.tsx';
import { aboutInCash } from '#shop/kit/what-to-bring.tsx';
import { Price } from '#ui/price.tsx';
import type { CheckoutView } from './checkout-queries.server.ts';

/** So many lines are named in the short summary. */
const NAMED_LINES = 3;

/** Items, total and cash to bring, directly above the times; on wide screens the full summary is beside them. */
export function ShortSummary({ view }: { view: CheckoutView }) {
  const more = view.lines.length - NAMED_LINES;
  const units = view.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <section aria-label="In short" className="rounded-surface bg-cream p-4 text-sm lg:hidden">
      <ul className="grid gap-0.5">
        {view.lines.slice(0, more === 1 ? NAMED_LINES + 1 : NAMED_LINES).map((line) => (
          <li key={line.productId} className="figures flex gap-x-2">
            <span className="shrink-0">{line.quantity} ×</span>
            <span translate="no" className="min-w-0 truncate">
              {line.name}
            </span>
            {line.size ? <span className="shrink-0 text-ink-soft">{line.size}</span> : null}
          </li>
        ))}
        {more > 1 ? <li className="text-ink-soft">and {more} more products</li> : null}
      </ul>
      <p className="figures mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2">
        <span className="min-w-0 text-ink-soft">
          {units === 1 ? '1 unit' : `${units} units`}, with estimated tax
        </span>
        <span className="ml-auto text-base font-semibold">{formatCents(cents(view.total))}</span>
      </p>
      <p className="figures font-medium">{`Bring ${aboutInCash(view.total)}.`}</p>
    </section>
  );
}

export function OrderSummary({ view }: { view: CheckoutView }) {
  return (
    <section aria-labelledby="summary" className="rounded-surface bg-cream p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="summary" className="text-xl">
          Your items{' '}
          <span className="figures font-sans text-sm font-normal tracking-normal text-ink-soft">
            ({view.lines.length})
          </span>
        </h2>
        {view.reservationIds.length === 0 ? (
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center text-sm text-spruce-700 underline underline-offset-4"
          >
            Edit cart
          </Link>
        ) : null}
      </div>
      <ul
        className="mt-3 lg:max-h-[42vh] lg:overflow-y-auto"
        tabIndex={view.lines.length > 4 ? 0 : undefined}
      >
        {view.lines.map((line) => (
          <li
            key={line.productId}
            className="grid grid-cols-[3rem_1fr_auto] gap-x-3 border-b max-[16em]:grid-cols-[min(3rem,14vw)_minmax(0,1fr)] border-line py-3 last:border-b-0"
          >
            <ProductPicture image={line.image} />
            <div className="min-w-0 text-sm">
              <p translate="no" className="leading-snug font-medium">
                {line.name}
              </p>
              <p className="figures text-ink-soft">
                {line.size ? `${line.size} · ` : null}
                <span className="inline-block">
                  {line.quantity} × <Price now={line.unitPrice} list={line.listPrice} />
                </span>
              </p>
              {line.offer ? (
                <p className="text-xs break-words text-ink-soft">{`Discount until ${line.offer.untilText}. ${line.offer.terms}`}</p>
              ) : null}
              {line.priceNote ? <p className="text-xs break-words text-ochre-700">{line.priceNote}</p> : null}
              {line.changes.map((change) =>
                change.kind === 'fewer' ? (
                  <p key={change.kind} className="font-medium text-ochre-700">
                    {cartChangeMessage(change)}
                  </p>
                ) : null,
              )}
            </div>
            <p className="figures text-sm font-medium max-[16em]:col-start-2">{formatCents(line.amount)}</p>
          </li>
        ))}
      </ul>
      <dl className="figures mt-3 grid gap-2 border-t border-line pt-4 text-sm">
        <Row label="Subtotal" amount={cents(view.subtotal)} />
        <Row label="Estimated Tax" amount={cents(view.tax)} />
        {view.taxParts.length > 1
          ? view.taxParts.map((part) => (
              <Row key={part.name} label={part.name} amount={cents(part.amount)} isPart />
            ))
          : null}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-base">
          <dt className="font-semibold">Total</dt>
          <dd className="text-xl font-semibold">{formatCents(cents(view.total))}</dd>
        </div>
      </dl>
      <p className="figures mt-1 text-right text-sm">{`Bring ${aboutInCash(view.total)}.`}</p>
      {view.taxesListPrice ? <p className="mt-2 text-xs text-ink-soft">{TAXED_ON_LIST_PRICE}</p> : null}
    </section>
  );
}

function Row({ label, amount, isPart = false }: { label: string; amount: Cents; isPart?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${isPart ? 'pl-4 text-xs text-ink-soft' : ''}`}>
      <dt>{label}</dt>
      <dd>{formatCents(amount)}</dd>
    </div>
  );
}
