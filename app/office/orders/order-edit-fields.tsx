/** Renders the fields that edit an order. */
import { formLines, LONGEST_NOTE } from '#core/sales/orders/order-edit.ts';
import type { SlotDay } from '#core/sales/pickup/slots-queries.server.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import type { OrderEditAnswer } from './answer-order-edit.server.ts';
import { EditLines } from './edit-lines.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';
import type { OrderPricing } from './order-pricing-queries.server.ts';
import { SlotOptions } from './slot-options.tsx';

type Fields = {
  order: ManagedOrder;
  days: readonly SlotDay[];
  /** The initial values, by field. */
  base: Readonly<Record<string, string>>;
  pricing: OrderPricing;
  /** After a refusal or a search: the entered values, and their products. */
  answer: OrderEditAnswer | undefined;
};

export function OrderEditFields({ order, days, pricing, base, answer }: Fields) {
  const values: Readonly<Record<string, string>> = answer?.values ?? base;
  const errors = answer?.errors ?? {};
  const typedSlot = answer?.stale?.changes.find(({ field }) => field === 'slot')?.mineText;
  return (
    <>
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" name="intent" value="save" hidden tabIndex={-1} />
      <EditLines
        lines={formLines(order.lines, values, answer?.names ?? {})}
        missing={Object.fromEntries(order.lines.map((line) => [line.productId, line.missing]))}
        isPaid={order.isPaid}
        pricing={pricing}
        answer={answer}
      />
      <SelectField
        label="Pickup time"
        name="slot"
        defaultValue={values.slot}
        errors={errors.slot}
        className="max-w-sm"
      >
        <SlotOptions
          days={days}
          now={{ value: base.slot ?? '', text: order.pickup?.starts ?? 'No time chosen' }}
          typed={{ value: values.slot ?? '', text: typedSlot ?? 'Unchanged' }}
        />
      </SelectField>
      <TextAreaField
        label="Note for staff"
        name="note"
        hint="Only staff see it."
        rows={3}
        maxLength={LONGEST_NOTE}
        defaultValue={values.note}
        errors={errors.note}
      />
      <Field
        label="Reason for the change"
        name="reason"
        required
        maxLength={500}
        hint="Saved in the order’s history."
        defaultValue={values.reason}
        errors={errors.reason}
      />
    </>
  );
}
