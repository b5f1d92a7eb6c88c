/** Renders the fields that edit an order. */
import { formLines, LONGEST_NOTE } from '#core/orders/order-edit.ts';
import type { SlotDay } from '#core/pickup/slots-queries.server.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { EditLines } from './edit-lines.tsx';
import type { ManagedOrder } from './managed-order-queries.server.ts';
import { SlotOptions } from './slot-options.tsx';

type Fields = {
  order: ManagedOrder;
  days: readonly SlotDay[];
  /** The initial values, by field. */
  base: Readonly<Record<string, string>>;
  /** After a refusal: the entered values, and the names of their products. */
  answer: (FormRefusal & { names: Readonly<Record<string, string>> }) | undefined;
};

export function OrderEditFields({ order, days, base, answer }: Fields) {
  const values: Readonly<Record<string, string>> = answer?.values ?? base;
  const errors = answer?.errors ?? {};
  const typedSlot = answer?.stale?.changes.find(({ field }) => field === 'slot')?.mineText;
  return (
    <>
      <EditLines
        lines={formLines(order.lines, values, answer?.names ?? {})}
        isPaid={order.isPaid}
        add={{ value: values.add, errors: errors.add }}
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
