/** Renders the fields of an offer. */
import { LONGEST_NAME, LONGEST_TERMS } from '#core/goods/discounts/offer-rules.ts';
import { weekdayName } from '#kernel/time.ts';
import { CheckboxField, Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { partFields } from './part-fields.ts';

type Props = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
  categories: readonly { id: number; name: string }[];
};

const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  ...{ value: String(day), label: weekdayName(day).slice(0, 3) },
}));

export function OfferFields({ values, errors, categories }: Props) {
  const field = (name: string) => ({ name, defaultValue: values[name], errors: errors[name] });
  return (
    <>
      <Field label="Name" required maxLength={LONGEST_NAME} hint="Shoppers see it." {...field('name')} />
      <TextAreaField
        label="Terms"
        required
        rows={2}
        maxLength={LONGEST_TERMS}
        hint="Shown with the price. New York requires published terms and dates. Do not call goods free."
        {...field('terms')}
      />
      <Group title="Price">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Kind" {...field('kind')}>
            <option value="percent">Percent off each unit</option>
            <option value="off">Dollars off each unit</option>
            <option value="price">Price of each unit</option>
          </SelectField>
          <Field
            label="Amount"
            required
            inputMode="decimal"
            hint="20 for 20%, or 5.00."
            {...field('amount')}
          />
        </div>
      </Group>
      <Group title="Products">
        <Part at={0} values={values} errors={errors} categories={categories} />
      </Group>
      <details className="rounded-card border border-line px-4 py-3" open={isSecond(values, errors)}>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">
          Only together with other products
        </summary>
        <p className="mb-4 text-sm text-ink-soft">
          The price then counts for every unit of both, while an order has at least these units of each.
        </p>
        <Part at={1} values={values} errors={errors} categories={categories} />
      </details>
      <Group title="When">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Starts" type="datetime-local" required {...field('from')} />
          <Field label="Ends" type="datetime-local" required {...field('until')} />
          <Field
            label="From each day"
            type="time"
            hint="Leave both empty for all hours."
            {...field('hoursFrom')}
          />
          <Field label="Until each day" type="time" {...field('hoursUntil')} />
        </div>
        <Choices legend="Only on" name="weekday" options={DAYS} chosen={values.weekday} />
      </Group>
      <Group title="Limits">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Units for one person"
            inputMode="numeric"
            hint="Over all their orders, devices and accounts of one license."
            {...field('mostPerPerson')}
          />
          <Field label="Units for all" inputMode="numeric" {...field('mostUnits')} />
        </div>
      </Group>
    </>
  );
}

/** Something was entered in the second part, or is wrong in it. */
const isSecond = (values: Props['values'], errors: Props['errors']) =>
  Object.values(partFields[1]).some((name) => values[name] || errors[name]);

function Part({ at, values, errors, categories }: Props & { at: 0 | 1 }) {
  const names = partFields[at];
  const options = categories.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className="flex flex-col gap-4">
      <Choices
        legend={at === 0 ? 'All products of' : 'Any product of'}
        name={names.categories}
        options={options}
        chosen={values[names.categories]}
      />
      <TextAreaField
        label={at === 0 ? 'And these products' : 'Or these products'}
        name={names.products}
        rows={3}
        defaultValue={values[names.products]}
        errors={errors[names.products]}
        hint="One a line, by name or number."
      />
      <Field
        label="Units to buy"
        name={names.units}
        inputMode="numeric"
        defaultValue={values[names.units]}
        errors={errors[names.units]}
        hint={at === 0 ? 'Leave 1 for a price that counts from the first unit.' : 'At least one.'}
        className="max-w-60"
      />
    </div>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
      <legend className="pr-3 font-display text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}

function Choices(props: {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  chosen: string | undefined;
}) {
  const chosen = new Set(props.chosen?.split(','));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{props.legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {props.options.map(({ value, label }) => (
          <CheckboxField
            key={value}
            id={`${props.name}-${value}`}
            name={props.name}
            value={value}
            label={label}
            defaultChecked={chosen.has(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
