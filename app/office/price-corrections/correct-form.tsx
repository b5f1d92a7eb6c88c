/** Renders the form that corrects a wrong price for everyone on the list. */
import { useLocation, useNavigation } from 'react-router';
import { LONGEST_REASON, settlementLabel } from '#core/sales/price-corrections/price-correction.ts';
import { correctionSettlements } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { Notice } from '#ui/notice.tsx';
import type { PresentedAffected } from './present-affected.ts';

type Found = {
  affected: PresentedAffected;
  fingerprint: string;
  key: string;
  reason: string;
  guard: { isRefused: boolean; message: string } | null;
};

export function CorrectForm({ found, refusal }: { found: Found; refusal: FormRefusal | undefined }) {
  const { affected, fingerprint, key, reason, guard } = found;
  const { search } = useLocation();
  const isBusy = useNavigation().formMethod === 'POST';
  const values = refusal?.values;
  const orders = affected.corrects === 1 ? '1 order' : `${affected.corrects} orders`;
  if (guard?.isRefused)
    return (
      <Notice tone="error" title="This price cannot be the right one" className="mt-8 max-w-3xl">
        {guard.message}
      </Notice>
    );
  return (
    <CheckedForm refusal={refusal} action={search} className="mt-10 flex max-w-3xl flex-col gap-5">
      <h2 className="text-lg">Correct it</h2>
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <input type="hidden" name="key" value={key} />
      <p className="measure text-ink-soft">
        The price of open orders and reservations is lowered, and their customers are notified of the lower
        total. Undo does not raise it again.
      </p>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Overpaid orders</legend>
        {correctionSettlements.map((each, index) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="settlement"
              value={each}
              defaultChecked={values ? values.settlement === each : index === 0}
              className="size-5 accent-spruce-700"
            />
            {settlementLabel[each]}
          </label>
        ))}
      </fieldset>
      <CheckboxField
        name="tells"
        value="yes"
        label="Notify customers with a refund due. A refund they were notified about cannot be undone. Walk-ins get theirs with their order number."
        defaultChecked={values ? values.tells === 'yes' : true}
      />
      <Field
        name="reason"
        label="Reason"
        required
        maxLength={LONGEST_REASON}
        hint="On the record of each refund, and at the counter."
        defaultValue={values?.reason ?? reason}
        errors={refusal?.errors.reason}
      />
      {guard ? (
        <Notice tone="caution" title={guard.message}>
          <CheckboxField
            name="accepted"
            value="yes"
            label="The right price is below the legal floor"
            errors={refusal?.errors.accepted}
          />
        </Notice>
      ) : null}
      <div>
        <Button type="submit" busy={isBusy} busyText="Starting…">
          Correct {orders}
        </Button>
      </div>
    </CheckedForm>
  );
}
