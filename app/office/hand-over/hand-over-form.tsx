/** Renders the ID check and the cash of a hand-over. */
import { useNavigation } from 'react-router';
import type { ManagedOrder } from '#office/orders/managed-order-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { ScanAnswer } from './answer-scan.server.ts';
import { CashField } from './cash-field.tsx';
import { IdCheckFields } from './id-check-fields.tsx';

export function HandOverForm({
  order,
  minimumAge,
  refusal,
}: {
  order: ManagedOrder;
  minimumAge: number;
  refusal: ScanAnswer | undefined;
}) {
  const sending = useNavigation().formData?.get('intent');
  const values = refusal?.values ?? {};
  const errors = refusal?.errors ?? {};
  const isPaid = order.payment.value === 'paid';
  return (
    <CheckedForm refusal={refusal} focus="summary" className="flex flex-col gap-6">
      {/* Enter in a field presses a form's first button: this one, not 'Read the barcode'. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="intent" value="hand-over" />
      <input type="hidden" name="version" value={order.version} />
      {order.requiresId ? (
        <IdCheckFields
          holder={order.notes.pickupName ?? order.customer.name}
          minimumAge={minimumAge}
          values={values}
          errors={errors}
          scanned={refusal?.scanned}
        />
      ) : null}
      <CashField
        owed={isPaid ? 0 : order.total}
        isPaid={isPaid}
        typed={values.cashReceived ?? (isPaid ? '0' : '')}
        errors={errors.cashReceived}
      />
      <Button
        type="submit"
        size="large"
        busy={sending === 'hand-over'}
        busyText="Completing…"
        className="self-start"
      >
        Paid and handed over
      </Button>
    </CheckedForm>
  );
}
