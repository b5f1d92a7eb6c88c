/** Renders an order to its customer: what they buy, what it costs, what they gave and what they get back. */
import { CASH_DUE, CASH_ROUNDING, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import type { DisplayView } from '#core/sales/displays/display.ts';
import { cents, formatCents } from '#kernel/money.ts';

type Props = { view: Extract<DisplayView, { kind: 'order' }> };

const money = (amount: number) => formatCents(cents(amount));

export function OrderView({ view }: Props) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[minmax(0,1fr)_minmax(18rem,26rem)]">
      <section aria-label="What you buy" className="min-w-0 p-6 sm:p-8">
        <ul className="flex flex-col divide-y divide-line text-xl max-sm:text-lg">
          {view.lines.map(({ name, quantity, amount }, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same product may have two lines
              key={at}
              className="figures grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 py-3"
            >
              <span className="font-semibold">{quantity} ×</span>
              <span className="wrap-anywhere">{name}</span>
              <span>{money(amount)}</span>
            </li>
          ))}
        </ul>
        <dl className="figures mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 border-t border-line pt-4 text-lg">
          {view.tax > 0 ? (
            <>
              <dt>Tax</dt>
              <dd className="text-right">{money(view.tax)}</dd>
            </>
          ) : null}
          <dt className="font-semibold">Total</dt>
          <dd className="text-right font-semibold">{money(view.total)}</dd>
          {view.rounding === 0 ? null : (
            <>
              <dt>{CASH_ROUNDING}</dt>
              <dd className="text-right">{roundingWords(view.rounding)}</dd>
            </>
          )}
        </dl>
      </section>
      <section aria-label="Cash" className="flex flex-col justify-center gap-6 bg-cream p-6 sm:p-8">
        <Cash view={view} />
      </section>
    </div>
  );
}

function Cash({ view: { due, received, change, isPaid, total } }: Props) {
  if (due === null) return <Amount label="So far" amount={total} isLarge />;
  if (isPaid)
    return (
      <>
        {received === null ? null : <Amount label="Received" amount={received} />}
        {change === null ? null : <Amount label="Your change" amount={change} isLarge />}
        <p className="font-display text-4xl">Thank you!</p>
      </>
    );
  return (
    <>
      <Amount label={CASH_DUE} amount={due} isLarge />
      {received === null || due === 0 ? null : <Amount label="Received" amount={received} />}
      {change === null || due === 0 ? null : <Amount label="Your change" amount={change} />}
      {received !== null && received < due ? <Amount label="Still due" amount={due - received} /> : null}
    </>
  );
}

function Amount({ label, amount, isLarge = false }: { label: string; amount: number; isLarge?: boolean }) {
  return (
    <p>
      <span className="block text-lg text-ink-soft">{label}</span>
      <span className={`figures font-display ${isLarge ? 'text-6xl max-lg:text-5xl' : 'text-4xl'}`}>
        {money(amount)}
      </span>
    </p>
  );
}
