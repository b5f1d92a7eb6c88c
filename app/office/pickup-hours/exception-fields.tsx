/** Renders the fields of a day with special hours. */
import type { FieldTexts } from '#office/settings/settings-fields.tsx';
import { Field, SelectField } from '#ui/field.tsx';
import { EXCEPTION_PREFIX, LONGEST_NOTE, LONGEST_REASON } from './exceptions-section.ts';
import { SpanRows } from './span-rows.tsx';

export function ExceptionFields({ day, ...texts }: FieldTexts & { day: { date: string; label: string } }) {
  return (
    <>
      <input type="hidden" name="day" value={day.date} />
      <SelectField
        name="kind"
        label="Hours on this day"
        defaultValue={texts.values.kind}
        errors={texts.errors.kind}
        className="max-w-md"
      >
        <option value="weekly">Usual weekly hours</option>
        <option value="closed">Closed</option>
        <option value="other">Open at other hours</option>
      </SelectField>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Other hours</legend>
        <SpanRows prefix={EXCEPTION_PREFIX} day={day.label} {...texts} />
      </fieldset>
      <Field
        name="reason"
        label="Reason for shoppers"
        hint="A sentence such as: Snowstorm. The farm is closed on Thursday. Shoppers read it on every page from a week before."
        maxLength={LONGEST_REASON}
        autoComplete="off"
        defaultValue={texts.values.reason}
        errors={texts.errors.reason}
      />
      <Field
        name="note"
        label="Note"
        hint="Such as Thanksgiving. Only staff see it."
        maxLength={LONGEST_NOTE}
        autoComplete="off"
        defaultValue={texts.values.note}
        errors={texts.errors.note}
        className="max-w-md"
      />
    </>
  );
}
