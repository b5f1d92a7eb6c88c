/** Renders the fields of a refund, with the sum as staff type if scripts run. */
import { useState } from 'react';
import { cashToReturn, roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import { refundGoods } from '#kernel/statuses.ts';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { AMOUNT_FIELD, goodsLabel, refundOf, unitsField } from '../refund.ts';
import type { RefundableOrder } from '../refunds-queries.server.ts';

export function RefundFields({
  order,
  roundsCash,
  refusal,
}: {
  order: RefundableOrder;
  roundsCash: boolean;
  refusal: FormRefusal | undefined;
}) {
  const values = refusal?.values ?? {};
  const errors = refusal?.errors ?? {};
  const [whole, setWhole] = useState(values.whole === '1');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(values);
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="min-w-0">
        <legend className="mb-3 font-display text-lg font-medium">Units to refund</legend>
        <CheckboxField
          label="All remaining units"
          name="whole"
          value="1"
          defaultChecked={whole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
        <ul className="divide-y divide-line border-y border-line">
          {order.lines.map((line) => (
            <li key={line.id} className="flex items-start justify-between gap-x-6 py-3">
              <span className="min-w-0 flex-1 break-words">
                {line.productName}
                <span className="figures block text-ink-soft">
                  {line.left} of {line.quantity} left · {formatCents(cents(line.unitPrice))} each
                </span>
              </span>
              <Field
                // A new field, because a default is read once.
                key={String(whole)}
                label={<span className="sr-only">Units of {line.productName}</span>}
                name={unitsField(line.id)}
                type="number"
                inputMode="numeric"
                min={0}
                max={line.left}
                required
                readOnly={whole || line.left === 0}
                defaultValue={whole ? String(line.left) : (typed[unitsField(line.id)] ?? '0')}
                errors={errors[unitsField(line.id)]}
                onChange={(event) => {
                  const { name, value } = event.currentTarget;
                  setTyped((before) => ({ ...before, [name]: value }));
                }}
                className="w-28 shrink-0"
              />
            </li>
          ))}
        </ul>
        <Field
          label="Or an amount"
          name={AMOUNT_FIELD}
          inputMode="decimal"
          autoComplete="off"
          placeholder="2.50"
          hint="In dollars with tax, such as for a wrong price. The customer keeps the goods."
          defaultValue={typed[AMOUNT_FIELD] ?? ''}
          errors={errors[AMOUNT_FIELD]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [AMOUNT_FIELD]: value }));
          }}
          className="mt-4 max-w-48"
        />
        <p role="status" className="figures mt-3 font-semibold noscript:hidden">
          {sumOf(order, whole, typed, roundsCash)}
        </p>
      </fieldset>
      {order.wasHandedOver ? (
        <SelectField
          label="The goods"
          name="goods"
          defaultValue={values.goods ?? 'kept'}
          errors={errors.goods}
          hint="Cannabis that left the counter cannot be sold again: it is written off as destroyed. Other goods go back to stock."
        >
          {refundGoods.map((goods) => (
            <option key={goods} value={goods}>
              {goodsLabel[goods]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={400}
        autoComplete="off"
        hint="Saved with the order. The customer does not see it."
        defaultValue={values.reason}
        errors={errors.reason}
      />
    </div>
  );
}

function sumOf(
  order: RefundableOrder,
  whole: boolean,
  typed: Readonly<Record<string, string>>,
  roundsCash: boolean,
): string {
  const units = new Map(order.lines.map(({ id }) => [id, Number(typed[unitsField(id)] ?? 0)]));
  const amount = (typed[AMOUNT_FIELD] ?? '').trim();
  const wanted = amount === '' ? (whole ? 'all' : units) : { amount: parseCash(amount) };
  const sum = refundOf(order.lines, order.before, wanted);
  if (!sum.ok) return 'To refund: nothing yet';
  const { amount: refunded, tax } = sum.value;
  const cash = cashToReturn(refunded, order.cash, roundsCash);
  const withTax = `including ${formatCents(cents(tax))} tax`;
  return cash === refunded
    ? `To refund: ${formatCents(cents(refunded))} in cash, ${withTax}`
    : `To refund: ${formatCents(cents(refunded))}, ${withTax}. Cash rounding ${roundingWords(refunded - cash)}: return ${formatCents(cents(cash))} in cash`;
}
