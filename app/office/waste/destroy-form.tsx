/** Renders the form of a destruction: what, when, how, and the second person. */
import { useNavigation } from 'react-router';
import { WitnessFields } from '#core/accounts/identity/pins/ui/witness-fields.tsx';
import type { Witnesses } from '#core/accounts/identity/pins/witnesses-queries.server.ts';
import { methodLabel } from '#core/goods/stock/waste/waste.ts';
import type { WasteRow } from '#core/goods/stock/waste/waste-list.ts';
import { destructionMethods } from '#kernel/statuses.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { DestroyAnswer } from './answer-destroy.server.ts';
import { DestroyRows } from './destroy-rows.tsx';

export function DestroyForm({
  waiting,
  witnesses,
  chosen,
  now,
  answer,
}: {
  waiting: readonly WasteRow[];
  witnesses: Witnesses;
  chosen: readonly string[];
  /** Store-local, as the control has it. */
  now: string;
  answer: DestroyAnswer | undefined;
}) {
  const isBusy = useNavigation().formMethod === 'POST';
  const values = answer?.values ?? {};
  const errors = answer?.errors ?? {};
  const second = (
    <WitnessFields witnesses={witnesses} refusal={answer} label="Second person" className="max-w-2xl" />
  );
  // Nothing could be recorded: no field asks for anything.
  if (witnesses.people.length === 0) return second;
  return (
    <CheckedForm refusal={answer} className="flex flex-col gap-5">
      <DestroyRows rows={waiting} chosen={answer?.chosen ?? chosen} />
      <Field
        label="When it was destroyed"
        name="time"
        type="datetime-local"
        required
        defaultValue={values.time ?? now}
        errors={errors.time}
        className="w-full sm:w-72"
      />
      <SelectField
        label="Method"
        name="method"
        required
        defaultValue={values.method ?? ''}
        errors={errors.method}
        className="w-full sm:w-96"
      >
        <option value="">Choose a method</option>
        {destructionMethods.map((method) => (
          <option key={method} value={method}>
            {methodLabel[method]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Note"
        name="note"
        rows={2}
        maxLength={500}
        defaultValue={values.note}
        errors={errors.note}
        hint="Required for ‘Other’. The manifest of a hauler, for example."
      />
      {second}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" rank="danger" busy={isBusy} busyText="Saving…">
          Record as destroyed
        </Button>
        <ButtonLink to="/admin/waste" rank="quiet">
          Cancel
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
