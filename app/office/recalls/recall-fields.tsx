/** Renders the fields of a recall's draft. */
import { LONGEST_REASON, LONGEST_TITLE, LONGEST_WORDS } from '#core/sales/recalls/recall.ts';
import { Field, SelectField, TextAreaField } from '#ui/field.tsx';
import { LotBoxes } from './lot-boxes.tsx';
import type { LotChoice, Sisters } from './lot-choice-queries.server.ts';

export function RecallFields({
  values,
  errors,
  choices,
  sisters,
  ticked,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
  /** Lots to tick: the covered ones, and others with their batch numbers. */
  choices: readonly LotChoice[];
  sisters: Sisters;
  ticked: readonly number[];
}) {
  return (
    <>
      <SelectField label="Kind" name="kind" defaultValue={values.kind} errors={errors.kind}>
        <option value="recall">Recall: buyers get the message</option>
        <option value="exercise">Mock recall: an exercise, nothing is sent</option>
      </SelectField>
      <LotBoxes {...{ choices, sisters, ticked }} />
      <Field
        label={choices.length > 0 ? 'More batch numbers' : 'Batch numbers'}
        name="batches"
        required={choices.length === 0}
        defaultValue={values.batches ?? ''}
        errors={errors.batches}
        hint="Separate them with commas. Every lot with the number is covered."
      />
      <TextAreaField
        label="What is wrong"
        name="reason"
        required
        rows={3}
        maxLength={LONGEST_REASON}
        defaultValue={values.reason}
        errors={errors.reason}
        hint="For staff and the notice to the state. Customers do not see it."
      />
      <Field
        label="Title of the message"
        name="title"
        required
        maxLength={LONGEST_TITLE}
        defaultValue={values.title}
        errors={errors.title}
        hint="The email subject and the notification title."
      />
      <TextAreaField
        label="Message"
        name="words"
        required
        rows={10}
        maxLength={LONGEST_WORDS}
        defaultValue={values.words}
        errors={errors.words}
        hint="Plain text. An empty line starts a new paragraph. The link to answer is added below it."
      />
    </>
  );
}
