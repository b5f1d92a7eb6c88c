/** Renders the choice of who is in charge from now on. */
import { useNavigation } from 'react-router';
import type { InCharge } from '#core/sales/cash-desk/charge-queries.server.ts';
import type { DrawerPerson } from '#core/sales/cash-desk/drawer-people-queries.server.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';

export function ChargeForm({
  inCharge,
  people,
  viewerId,
  answer,
  newKey,
}: {
  inCharge: InCharge | null;
  people: readonly DrawerPerson[];
  viewerId: string;
  answer: FormRefusal | undefined;
  newKey: string;
}) {
  const intent = useNavigation().formData?.get('intent');
  const others = people.filter(({ id }) => id !== inCharge?.personId);
  return (
    <CheckedForm refusal={answer} className="flex flex-col gap-4 rounded-surface bg-cream p-4">
      <input type="hidden" name="key" value={newKey} />
      <input type="hidden" name="seen" value={inCharge?.id ?? ''} />
      <SelectField
        label="From now on"
        name="person"
        defaultValue={answer?.values.person ?? viewerId}
        errors={answer?.errors.person}
      >
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          name="intent"
          value="change"
          className="min-h-14"
          busy={intent === 'change'}
          busyText="Saving…"
        >
          Put in charge
        </Button>
        {inCharge ? (
          <Button
            type="submit"
            name="intent"
            value="end"
            rank="secondary"
            className="min-h-14"
            busy={intent === 'end'}
            busyText="Saving…"
          >
            End the shift of {inCharge.person}
          </Button>
        ) : null}
      </div>
    </CheckedForm>
  );
}
