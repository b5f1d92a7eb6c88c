/** Renders the lines of an order as fields: a quantity each, and one more product to add. */

import { type FormLine, MAXIMUM_UNITS, quantityField } from '#core/orders/order-edit.ts';
import { Field } from '#ui/field.tsx';

export function EditLines({
  lines,
  isPaid,
  add,
}: {
  lines: readonly FormLine[];
  /** If set, the lines are shown read-only. */
  isPaid: boolean;
  /** The product entered to be added, and its errors. */
  add: { value?: string; errors?: readonly string[] };
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-lg font-medium">Lines and quantities</legend>
      {isPaid ? <p className="mb-2 text-ink-soft">This order is paid, so its lines cannot change.</p> : null}
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line.productId} className="flex items-center justify-between gap-x-6 py-3">
            <span className="min-w-0 flex-1 break-words">{line.name}</span>
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
              className="w-28 shrink-0"
            />
          </li>
        ))}
      </ul>
      {isPaid ? null : (
        <>
          <p className="mt-2 text-xs text-ink-soft">0 removes the line and returns its units to stock.</p>
          <Field
            label="Add a product"
            name="add"
            hint="Enter or scan its UPC, or enter the product number from its page address."
            autoComplete="off"
            inputMode="numeric"
            defaultValue={add.value}
            errors={add.errors}
            className="mt-4 max-w-sm"
          />
        </>
      )}
    </fieldset>
  );
}
