/** Renders the fields of a new closure. */
import { LONGEST_REASON } from '#core/sales/closures/closure.ts';
import { SpanRows } from '#office/pickup-hours/span-rows.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { type ClosureTexts, HOURS } from './closure-form.ts';

export function ClosureFields({
  values,
  errors,
  today,
}: {
  values: ClosureTexts;
  errors: Readonly<Record<string, readonly string[]>>;
  /** Store-local yyyy-mm-dd. */
  today: string;
}) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="first"
          type="date"
          label="First day"
          required
          min={today}
          defaultValue={values.first}
          errors={errors.first}
        />
        <Field
          name="last"
          type="date"
          label="Last day"
          min={today}
          hint="Leave empty to close one day."
          defaultValue={values.last}
          errors={errors.last}
        />
      </div>
      <div className="group/hours flex flex-col gap-5">
        <SelectField name="kind" label="Hours" defaultValue={values.kind} className="max-w-md">
          <option value="closed">Closed all day</option>
          <option value="other">Open only at these hours</option>
        </SelectField>
        <fieldset className="not-group-has-[option[value=other]:checked]/hours:hidden">
          <legend className="mb-2 text-sm font-medium">Open hours</legend>
          <SpanRows prefix={HOURS} day="on these days" values={values} errors={errors} />
        </fieldset>
      </div>
      <Field
        name="reason"
        label="Reason, in your words"
        required
        hint="A sentence such as: Snowstorm. The farm is closed on Thursday. Shoppers read it on every page and at checkout, and your customers in the message."
        maxLength={LONGEST_REASON}
        autoComplete="off"
        defaultValue={values.reason}
        errors={errors.reason}
      />
    </>
  );
}
