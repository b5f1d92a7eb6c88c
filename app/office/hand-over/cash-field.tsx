/** The cash a customer pays, and beside it the change due while it is typed. */
import { useEffect, useRef, useState } from 'react';
import { checkCash, parseCash } from '#core/orders/hand-over/cash.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';

type Props = {
  /** Cents. */
  owed: number;
  isPaid: boolean;
  /** What the field starts with: what was typed before a refusal. */
  typed: string;
  errors: readonly string[] | undefined;
};

export function CashField({ owed, isPaid, typed, errors }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(typed);
  // The browser may hold an amount that was typed before scripts ran or that it restored.
  useEffect(() => {
    const input = field.current?.querySelector('input');
    if (input) setShown(input.value);
  }, []);
  return (
    <div ref={field} className="flex max-w-xl flex-wrap items-start gap-x-8 gap-y-4">
      <Field
        label="Cash received"
        name="cashReceived"
        inputMode="decimal"
        autoComplete="off"
        required
        hint={isPaid ? 'Already paid. No balance due.' : `The total is ${formatCents(cents(owed))}.`}
        defaultValue={typed}
        // What a refusal said is about the amount that was sent, and the change beside it about the one that is typed.
        errors={shown === typed ? errors : undefined}
        onInput={({ currentTarget }) => setShown(currentTarget.value)}
        className="w-full max-w-xs"
      />
      <ChangeDue received={parseCash(shown)} owed={owed} />
    </div>
  );
}

/** Takes the same room with and without an amount, so that typing moves nothing. */
function ChangeDue({ received, owed }: { received: number | null; owed: number }) {
  const problem = checkCash(received, owed);
  const isShort = problem?.kind === 'cash-short';
  const amount = isShort ? problem.missing : received === null ? null : received - owed;
  return (
    <p className="min-w-32">
      <span className="mb-1.5 block text-sm font-medium">{isShort ? 'Still due' : 'Change due'}</span>
      <output
        htmlFor="cashReceived"
        className={`figures block min-h-11 font-display text-3xl ${isShort ? 'text-clay-700' : ''}`}
      >
        {amount === null ? '–' : formatCents(cents(amount))}
      </output>
    </p>
  );
}
