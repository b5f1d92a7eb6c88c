/** Renders the form that declares an outage. */
import { useNavigation } from 'react-router';
import type { FormRefusal } from '#platform/requests/form.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextAreaField } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';

export function DeclareForm({ since, answer }: { since: string; answer: FormRefusal | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <CheckedForm refusal={answer} className="mb-8 flex flex-col gap-5 rounded-surface bg-cream px-5 py-5">
      <Field
        label="Down since"
        name="since"
        type="datetime-local"
        required
        defaultValue={answer?.values.since ?? since}
        errors={answer?.errors.since}
        hint="The 72 hours start here."
        className="w-full sm:w-72"
      />
      <TextAreaField
        label="Note"
        name="note"
        rows={2}
        maxLength={500}
        defaultValue={answer?.values.note}
        errors={answer?.errors.note}
        hint="What does not work, the number of your report to the state."
      />
      <Button type="submit" rank="danger" busy={isBusy} busyText="Saving…" className="self-start">
        Declare the outage
      </Button>
    </CheckedForm>
  );
}
