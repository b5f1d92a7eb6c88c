/** Renders the choice of the county whose sales tax applies, with the one of the store's ZIP code chosen. */
import { SelectField } from '#ui/field.tsx';
import type { CountyChoice } from './county-choice-queries.server.ts';

export function CountyField({
  choice,
  value,
  errors,
  className,
}: {
  choice: CountyChoice;
  /** Chosen at first; '' for none. */
  value: string;
  errors?: readonly string[] | undefined;
  className?: string;
}) {
  const { counties, proposed, zipcode } = choice;
  const from = proposed
    ? `Proposed from the ZIP code ${zipcode}. A ZIP code can reach into the next county: choose where the store is.`
    : 'Where the store is.';
  return (
    <SelectField
      key={value}
      label="County"
      name="county"
      defaultValue={value}
      errors={errors}
      className={className}
      hint={`${from} Rates of Publication 718, in effect since March 1, 2025.`}
    >
      {value === '' ? <option value="">Choose a county</option> : null}
      {counties.map(({ name, label, rate }) => (
        <option key={name} value={name}>
          {label}, {rate}
        </option>
      ))}
    </SelectField>
  );
}
