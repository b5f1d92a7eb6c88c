/** Renders the fields of a date that matters. */

import { repeatWords } from '#core/records/dates/store-date.ts';
import { dateRepeats } from '#kernel/statuses.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';

export function DateFields({
  values,
  errors,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
}) {
  return (
    <>
      <Field
        label="What is due"
        name="title"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={values.title}
        errors={errors.title}
        hint="Such as Renew the license."
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Date"
          name="dueOn"
          type="date"
          required
          defaultValue={values.dueOn}
          errors={errors.dueOn}
        />
        <SelectField
          label="Repeats"
          name="repeat"
          defaultValue={values.repeat ?? 'never'}
          errors={errors.repeat}
        >
          {dateRepeats.map((repeat) => (
            <option key={repeat} value={repeat}>
              {repeatWords[repeat]}
            </option>
          ))}
        </SelectField>
      </div>
      <Field
        label="Remind days before"
        name="reminderDays"
        maxLength={40}
        autoComplete="off"
        inputMode="text"
        defaultValue={values.reminderDays ?? '30, 7, 1'}
        errors={errors.reminderDays}
        hint="Such as 30, 7, 1. Every admin gets an email and a notification on each of these days. 0 is the due date."
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={3}
        maxLength={1000}
        defaultValue={values.note}
        errors={errors.note}
      />
    </>
  );
}
