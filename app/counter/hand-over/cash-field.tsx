/** Renders the cash: what is due, the bills that the customer gives, and the change as staff press or type. */
import { useEffect, useRef, useState } from 'react';
import { CASH_ROUNDING, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { addBill, BILLS, checkCash, proposedCash } from '#core/sales/orders/hand-over/cash.ts';
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { ShowsOrder } from '../kit/shows-order.tsx';

type Props = {
  /** The order on the customers' screen; null for the mark. `number`: 'ORD042' */
  order: { number: string; version: number } | null;
  /** Cents. */
  owed: number;
  /** What rounding added to the total for `owed`. */
  rounding: number;
  isPaid: boolean;
  /** The initial value: the amount entered before a refusal. */
  typed: string;
  errors: readonly string[] | undefined;
};

export function CashField(props: Props) {
  if (props.isPaid)
    return (
      <div>
        <p className="text-sm font-medium">Cash due</p>
        <p className="font-display text-4xl">None</p>
        <p className="text-ink-soft">This order is paid already.</p>
        <input type="hidden" name="cashReceived" value="0" />
        {props.order ? <ShowsOrder order={props.order.number} version={props.order.version} /> : null}
      </div>
    );
  return <CashDue {...props} />;
}

function CashDue({ order, owed, rounding, typed, errors }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(typed);
  // The browser may contain an amount typed before scripts ran, or restored by the browser.
  useEffect(() => {
    const input = field.current?.querySelector('input');
    if (input) setShown(input.value);
  }, []);
  const enter = (text: string) => {
    const input = field.current?.querySelector('input');
    if (!input) return;
    input.value = text;
    setShown(text);
    // As if it were typed: the page says when it is stale, and a reload brings the amount back.
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const bill = 'figures min-h-14 px-2 text-lg';
  return (
    <div ref={field} className="flex flex-col gap-4">
      {order ? <ShowsOrder order={order.number} received={parseCash(shown)} version={order.version} /> : null}
      <div>
        {rounding === 0 ? null : (
          <dl className="figures mb-2 grid grid-cols-[1fr_auto] gap-x-4 text-sm">
            <dt>Total</dt>
            <dd className="text-right">{formatCents(cents(owed - rounding))}</dd>
            <dt>{CASH_ROUNDING}</dt>
            <dd className="text-right">{roundingWords(rounding)}</dd>
          </dl>
        )}
        <p className="text-sm font-medium">Cash due</p>
        <p className="figures font-display text-4xl">{formatCents(cents(owed))}</p>
      </div>
      <div className="grid grid-cols-4 gap-2 max-[16em]:grid-cols-2 noscript:hidden">
        <Button rank="secondary" className={bill} onClick={() => enter((owed / 100).toFixed(2))}>
          Exact
        </Button>
        {proposedCash(owed).map((amount) => (
          <Button
            key={amount}
            rank="secondary"
            className={bill}
            onClick={() => enter((amount / 100).toFixed(2))}
          >
            {dollars(amount)}
            <span className="sr-only"> received</span>
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-3 gap-2 max-[16em]:grid-cols-2 noscript:hidden">
        {BILLS.map((amount) => (
          <Button
            key={amount}
            rank="secondary"
            className={bill}
            onClick={() => enter(addBill(shown, amount))}
          >
            + {dollars(amount)}
          </Button>
        ))}
      </div>
      <Field
        label="Cash received"
        name="cashReceived"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed}
        // The refusal is about the submitted amount; the change is about the amount typed now.
        errors={shown === typed ? errors : undefined}
        onInput={({ currentTarget }) => setShown(currentTarget.value)}
        className="[&_input]:min-h-14 [&_input]:text-xl"
      />
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ChangeDue received={parseCash(shown)} owed={owed} />
        <Button
          rank="secondary"
          className={`min-h-12 noscript:hidden ${shown === '' ? 'invisible' : ''}`}
          onClick={() => enter('')}
        >
          Start over
        </Button>
      </div>
    </div>
  );
}

const dollars = (amount: number) => `$${amount / 100}`;

/** Takes the same space with and without an amount, so that typing moves nothing. */
function ChangeDue({ received, owed }: { received: number | null; owed: number }) {
  const problem = checkCash(received, owed);
  const isShort = problem?.kind === 'cash-short';
  const amount = isShort ? problem.missing : received === null ? null : received - owed;
  return (
    <p>
      <span className="block text-sm font-medium">{isShort ? 'Still due' : 'Change due'}</span>
      <output
        htmlFor="cashReceived"
        className={`figures block min-h-12 font-display text-4xl ${isShort ? 'text-clay-700' : ''}`}
      >
        {amount === null ? '–' : formatCents(cents(amount))}
      </output>
    </p>
  );
}
