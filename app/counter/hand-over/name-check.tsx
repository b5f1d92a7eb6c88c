/** Renders the comparison of the name on the ID with the order's: one tick, or a choice where two names are possible. */
import type { FormRefusal } from '#platform/requests/form.ts';
import { CheckboxField } from '#ui/field.tsx';

const tick =
  '[&>label]:min-h-14 [&>label]:items-center [&>label]:rounded-control [&>label]:bg-surface [&>label]:px-4 [&>label]:font-medium [&>label]:inset-ring [&>label]:inset-ring-ink/35 [&>label:has(:checked)]:bg-spruce-100 [&>label:has(:checked)]:inset-ring-2 [&>label:has(:checked)]:inset-ring-spruce-700 [&_input]:mt-0 [&_input]:size-6';

const choice =
  'flex min-h-14 cursor-pointer items-center gap-3 rounded-control bg-surface px-4 py-2 font-medium wrap-anywhere inset-ring inset-ring-ink/35 has-checked:bg-spruce-100 has-checked:inset-ring-2 has-checked:inset-ring-spruce-700';

type Props = {
  /** Whose ID it must be; null for a walk-in. */
  holder: string | null;
  /** Who ordered, if that is another person. */
  customer: string | null;
  /** A scan read another name than the holder's. */
  differs: boolean;
  /** A scan read a name that may be the customer's. */
  isCustomers: boolean;
} & Pick<FormRefusal, 'values' | 'errors'>;

export function NameCheck({ holder, customer, differs, isCustomers, values, errors }: Props) {
  if (holder === null || (customer === null && !differs))
    return (
      <CheckboxField
        label={holder === null ? 'The picture on the ID is this person' : `The name on the ID is ${holder}`}
        name="nameMatches"
        value="1"
        defaultChecked={values.nameMatches === '1'}
        errors={errors.nameMatches}
        className={tick}
      />
    );
  const asCustomer = customer === null ? [] : [['customer', `${customer}, who ordered`]];
  const choices = [
    ...(isCustomers ? asCustomer : []),
    ...(differs
      ? [
          ['form', `${holder}, in another form, such as a short first name`],
          ['changed', `${holder}, before a change of name that a document shows`],
        ]
      : [['1', `${holder}, who picks it up`]]),
    ...(isCustomers ? [] : asCustomer),
  ];
  const wrong = errors.nameMatches?.[0];
  return (
    <fieldset id="nameMatches" tabIndex={-1} aria-describedby={wrong ? 'nameMatches-error' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">The name on the ID is</legend>
      <div className="flex flex-col gap-2">
        {choices.map(([value, label]) => (
          <label key={value} className={choice}>
            <input
              type="radio"
              name="nameMatches"
              value={value}
              defaultChecked={values.nameMatches === value}
              className="size-6 shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
      {wrong ? (
        <p id="nameMatches-error" className="mt-1.5 text-sm font-medium text-clay-700">
          {wrong}
        </p>
      ) : (
        <p className="mt-1.5 text-sm text-ink-soft">For anyone else, refuse the order.</p>
      )}
    </fieldset>
  );
}
