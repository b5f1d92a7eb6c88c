/** Renders the form that counts a drawer, and says what happens with it then. Nothing here says what it should hold. */
import { useNavigation } from 'react-router';
import type { DrawerView } from '#core/sales/cash-desk/drawer-queries.server.ts';
import type { TabletsOfDay } from '#core/sales/cash-desk/tablets-queries.server.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { WithoutField } from '../network/tablets-notice.tsx';
import { CountFields } from './count-fields.tsx';

type Open = NonNullable<DrawerView['open']>;

export function CountForm({
  drawer,
  tablets,
  approvers,
  attempt,
  answer,
  next = null,
}: {
  drawer: Open;
  tablets: TabletsOfDay;
  approvers: readonly ShownApprover[];
  attempt: string;
  answer: FormRefusal | undefined;
  /** Who was to take over after the count before. */
  next?: string | null;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'count';
  const refusal = answer?.values.intent === 'count' ? answer : undefined;
  return (
    <CheckedForm refusal={refusal} className="flex flex-col gap-5">
      <input type="hidden" name="intent" value="count" />
      <input type="hidden" name="key" value={refusal?.values.key ?? attempt} />
      <input type="hidden" name="sessionId" value={drawer.id} />
      <input type="hidden" name="after" value={drawer.counts} />
      <CountFields
        refusal={refusal}
        label="Counted"
        hint="All the cash in the drawer, with the float. 0 for an empty drawer."
        isOpen
      />
      <NextField drawer={drawer} chosen={refusal?.values.next ?? next ?? ''} errors={refusal?.errors.next} />
      <WithoutField {...{ tablets, approvers, refusal }} />
      <Button
        type="submit"
        size="large"
        busy={isBusy}
        busyText="Counting…"
        className="min-h-14 self-start text-lg"
      >
        Save the count
      </Button>
    </CheckedForm>
  );
}

/** Who has the drawer after it is closed. */
export function NextField({
  drawer,
  chosen,
  errors,
}: {
  drawer: Open;
  chosen: string;
  errors: readonly string[] | undefined;
}) {
  return (
    <SelectField
      label="After the count"
      name="next"
      defaultValue={chosen}
      errors={errors}
      hint="Someone who takes over starts with the cash as counted."
      className="[&_select]:min-h-14"
    >
      <option value="">Close the drawer</option>
      {drawer.people.map(({ id, name }) => (
        <option key={id} value={id}>
          Hand over to {name}
        </option>
      ))}
    </SelectField>
  );
}
