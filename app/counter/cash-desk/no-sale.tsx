/** Renders 'No sale': the cash drawer opens with a reason, and with a colleague's yes where one is needed. */
import { useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import type { ShownApprover } from '../kit/approvers-queries.server.ts';
import { YesFields } from '../kit/yes-fields.tsx';

type Props = {
  /** Whose yes is needed; null for a person who needs none. */
  approvers: readonly ShownApprover[] | null;
  attempt: string;
  refusal: FormRefusal | undefined;
};

export function NoSale({ approvers, attempt, refusal }: Props) {
  const isBusy = useNavigation().formData?.get('intent') === 'no-sale';
  if (approvers?.length === 0)
    return (
      <p className="measure mt-8 text-ink-soft">
        An admin or the person in charge opens the drawer without a sale. On a shared tablet their PIN is
        enough.
      </p>
    );
  return (
    <details open={refusal !== undefined} className="mt-8 max-w-xl">
      <summary className="inline-flex min-h-12 items-center font-medium underline underline-offset-4">
        No sale: open the drawer
      </summary>
      <CheckedForm
        refusal={refusal}
        // The form that moves cash has a reason too.
        idPrefix="no-sale-"
        className="mt-2 flex flex-col gap-4 rounded-surface bg-cream p-5"
      >
        <input type="hidden" name="intent" value="no-sale" />
        <input type="hidden" name="key" value={refusal?.values.key || attempt} />
        <Field
          label="Reason"
          name="reason"
          required
          maxLength={200}
          autoComplete="off"
          hint="It is recorded with your name."
          defaultValue={refusal?.values.reason}
          errors={refusal?.errors.reason}
          className="[&_input]:min-h-12"
        />
        {approvers ? <YesFields approvers={approvers} refusal={refusal} /> : null}
        <Button type="submit" busy={isBusy} busyText="Opening…" className="min-h-14 self-start">
          Open the drawer
        </Button>
      </CheckedForm>
    </details>
  );
}
