/** Renders 'Running late': one choice and one button, below the last message. */
import { useNavigation } from 'react-router';
import type { OrderDetails } from '#core/sales/orders/order-details-queries.server.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function LateForm({
  late,
  refusal,
}: {
  late: OrderDetails['late'];
  refusal: FormRefusal | undefined;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'late';
  return (
    <section aria-labelledby="late-heading" className="mt-6 rounded-surface bg-cream p-4 sm:p-5 print:hidden">
      <h3 id="late-heading" className="text-lg">
        Running late?
      </h3>
      {late.said ? (
        <p className="figures mt-1 font-medium">You told us: {late.said.around}.</p>
      ) : (
        <p className="mt-1 text-sm text-ink-soft">
          Tell us when you will come, and we will be ready for you.
        </p>
      )}
      {late.choices.length > 0 ? (
        <CheckedForm refusal={refusal} preventScrollReset className="mt-3 flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="late" />
          <SelectField
            label="I will be there"
            name="minutes"
            errors={refusal?.errors.minutes}
            className="w-48"
          >
            {late.choices.map(({ minutes, label }) => (
              <option key={minutes} value={minutes}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button type="submit" rank="secondary" busy={isBusy} busyText="Sending…">
            Tell the store
          </Button>
        </CheckedForm>
      ) : null}
    </section>
  );
}
