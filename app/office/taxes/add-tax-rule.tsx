/** Renders the form that adds a tax rule. */
import { useNavigation } from 'react-router';
import { ruleClasses } from '#core/sales/compliance/tax-change.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export const FIELDS = ['taxClass', 'name', 'rate', 'from', 'last'] as const;

export function AddRule({ refusal, today }: { refusal: FormRefusal | undefined; today: string }) {
  const navigation = useNavigation();
  const shown = (name: (typeof FIELDS)[number]) => ({
    name,
    defaultValue: refusal?.values[name],
    errors: refusal?.errors[name],
  });
  return (
    <section aria-labelledby="add" className="mt-10">
      <h2 id="add" className="mb-4 text-xl">
        Add a rule
      </h2>
      <CheckedForm
        refusal={refusal}
        action="/admin/settings/tax"
        className="grid max-w-2xl gap-5 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value="add" />
        <Field {...shown('name')} label="Name" hint="As shown on receipts." required maxLength={60} />
        <SelectField {...shown('taxClass')} label="On">
          {ruleClasses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Field {...shown('rate')} label="Rate (%)" inputMode="decimal" required autoComplete="off" />
        <Field
          {...shown('from')}
          defaultValue={refusal?.values.from ?? today}
          label="From"
          type="date"
          required
          min={today}
        />
        <Field {...shown('last')} label="Last day" type="date" min={today} />
        <div className="sm:col-span-2">
          <Button type="submit" busy={navigation.formData?.get('intent') === 'add'} busyText="Saving…">
            Add rule
          </Button>
        </div>
      </CheckedForm>
    </section>
  );
}
