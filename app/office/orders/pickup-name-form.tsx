/** Renders who picks up an order, and the folded form that changes it. */
import { Form, useNavigation } from 'react-router';
import { LONGEST_PICKUP_NAME } from '#core/orders/order-notes.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { ManagedOrder } from './managed-order-queries.server.ts';

export function PickupNameForm({
  order,
  refusal,
}: {
  order: Pick<ManagedOrder, 'version' | 'notes' | 'hasEnded'>;
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'pickup-name';
  const saved = order.notes.pickupName ?? '';
  const isRefused = refusal?.values.pickupName !== undefined;
  return (
    <>
      <span className="wrap-anywhere">{saved || 'The customer'}</span>
      {order.hasEnded ? null : (
        <details open={isRefused} className="print:hidden">
          <summary className="min-h-11 py-2.5 text-spruce-700 lg:min-h-0 lg:py-1">
            Change who picks up
          </summary>
          {/* A new name is a new form. */}
          <Form key={saved} method="post" preventScrollReset className="mt-2 grid justify-items-start gap-3">
            <input type="hidden" name="intent" value="pickup-name" />
            <input type="hidden" name="version" value={order.version} />
            <Field
              label="Someone else picks it up"
              name="pickupName"
              autoComplete="off"
              maxLength={LONGEST_PICKUP_NAME}
              hint="Their full name, as on their ID. Leave it empty for the customer."
              defaultValue={refusal?.values.pickupName ?? saved}
              errors={refusal?.errors.pickupName}
              className="w-full"
            />
            <Button type="submit" rank="secondary" size="small" busy={isBusy} busyText="Saving…">
              Save
            </Button>
          </Form>
        </details>
      )}
    </>
  );
}
