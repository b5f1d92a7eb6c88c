/** Renders the form that refuses a hand-over, with the reason. */
import { useNavigation } from 'react-router';
import { idRefusalLabel } from '#core/orders/hand-over/id-check.ts';
import { idRefusals } from '#kernel/statuses.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';

export function RefuseForm({ version, refusal }: { version: number; refusal: FormRefusal | undefined }) {
  const sending = useNavigation().formData?.get('intent');
  return (
    <details open={refusal !== undefined} className="mt-12 border-t border-line pt-4">
      <summary className="inline-flex min-h-11 items-center font-medium text-clay-700">Refuse order</summary>
      <CheckedForm refusal={refusal} focus="summary" idPrefix="refuse-" className="mt-3 flex flex-col gap-5">
        <input type="hidden" name="intent" value="refuse" />
        <input type="hidden" name="version" value={version} />
        <SelectField
          label="Why"
          name="refusal"
          defaultValue=""
          errors={refusal?.errors.refusal}
          className="max-w-sm"
        >
          <option value="" disabled>
            Choose
          </option>
          {idRefusals.map((reason) => (
            <option key={reason} value={reason}>
              {idRefusalLabel[reason]}
            </option>
          ))}
        </SelectField>
        <Field label="Note" name="note" maxLength={500} autoComplete="off" />
        <p className="text-ink-soft">
          This ends the order, returns its units to stock and records the refusal.
        </p>
        <Button
          type="submit"
          rank="danger"
          busy={sending === 'refuse'}
          busyText="Refusing…"
          className="self-start"
        >
          Refuse and end order
        </Button>
      </CheckedForm>
    </details>
  );
}
