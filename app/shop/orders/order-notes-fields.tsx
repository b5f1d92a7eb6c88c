/** Renders the note for the farm and the name of another adult, folded unless open or refused. */
import type { ReactNode } from 'react';
import {
  LONGEST_CUSTOMER_NOTE,
  LONGEST_PICKUP_NAME,
  type OrderNotesTyped,
} from '#core/sales/orders/order-notes.ts';
import { Field, TextAreaField } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useMinimumAge } from '#ui/minimum-age.ts';

export function OrderNotesFields({
  typed,
  errors = {},
  summary = 'Add a note, or someone else picks it up',
  keepsNote = null,
  isOpen,
  children,
}: {
  typed: OrderNotesTyped;
  errors?: FormRefusal['errors'] | undefined;
  /** What the folded fields are called. */
  summary?: string;
  /** The note that cannot change, because packing has started; null where it can. */
  keepsNote?: string | null;
  isOpen: boolean;
  /** Below the fields. */
  children?: ReactNode;
}) {
  const minimumAge = useMinimumAge();
  const isRefused = Boolean(errors.customerNote || errors.pickupName);
  return (
    <details open={isOpen || isRefused} className="print:hidden">
      <summary className="min-h-11 py-2.5 font-medium text-spruce-700">{summary}</summary>
      <div className="mt-2 grid max-w-md gap-5">
        {keepsNote === null ? (
          <TextAreaField
            label="Note for the farm"
            name="customerNote"
            rows={3}
            maxLength={LONGEST_CUSTOMER_NOTE}
            hint={`For the people who pack your order; ${LONGEST_CUSTOMER_NOTE} characters at most.`}
            defaultValue={typed.customerNote}
            errors={errors.customerNote}
          />
        ) : (
          <input type="hidden" name="customerNote" value={keepsNote} />
        )}
        <Field
          label="Someone else picks it up"
          name="pickupName"
          autoComplete="off"
          maxLength={LONGEST_PICKUP_NAME}
          hint={`Their full name, as on their ID. They must be ${minimumAge} or older and bring their own ID.`}
          defaultValue={typed.pickupName}
          errors={errors.pickupName}
        />
        {children}
      </div>
    </details>
  );
}
