/** Renders the form that finds everyone who paid a wrong price; the list is at the same address. */
import { useNavigation } from 'react-router';
import { saleWayLabel } from '#core/sales/price-corrections/price-correction.ts';
import { saleWays } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { WrongFields } from './wrong-price-form.ts';

export function WrongPriceForm({
  fields,
  errors,
  batches,
  isAsked,
}: {
  fields: WrongFields;
  errors: Readonly<Record<string, string[]>>;
  batches: readonly { id: number; batchNumber: string }[];
  isAsked: boolean;
}) {
  const navigation = useNavigation();
  const isLooking = navigation.state === 'loading' && navigation.location.search.includes('asked');
  const field = (name: keyof WrongFields) => ({ name, defaultValue: fields[name], errors: errors[name] });
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <CheckedForm
      key={JSON.stringify(fields)}
      refusal={hasErrors ? { errors: { ...errors }, values: fields } : undefined}
      method="get"
      action="#found"
      className="flex max-w-3xl flex-col gap-5"
    >
      <input type="hidden" name="asked" value="yes" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field type="datetime-local" label="From" required {...field('from')} />
        <Field type="datetime-local" label="Until" required {...field('until')} />
        <Field
          label="Wrong list price"
          inputMode="decimal"
          hint="Leave blank for any price."
          {...field('wrong')}
        />
        <Field
          label="Right list price"
          inputMode="decimal"
          required
          hint="Of one unit, before tax and discounts."
          {...field('right')}
        />
        <SelectField label="Batch" {...field('lot')}>
          <option value="">Any batch</option>
          {batches.map(({ id, batchNumber }) => (
            <option key={id} value={id}>
              {batchNumber}
            </option>
          ))}
        </SelectField>
        <SelectField label="Sold" {...field('way')}>
          <option value="">Anywhere</option>
          {saleWays.map((way) => (
            <option key={way} value={way}>
              {saleWayLabel[way]}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <Button
          type="submit"
          rank={isAsked ? 'secondary' : 'primary'}
          busy={isLooking}
          busyText="Looking up orders…"
        >
          {isAsked ? 'Update the list' : 'Show who paid it'}
        </Button>
      </div>
    </CheckedForm>
  );
}
