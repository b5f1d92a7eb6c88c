/** Renders whose yes an act needs, and their PIN: it is done in their name, without leaving the page. */
import { ColleagueFields } from '#core/accounts/identity/pins/ui/colleague-fields.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';

export function YesFields({
  approvers,
  refusal,
  isRequired = true,
}: {
  approvers: readonly { userId: string; name: string }[];
  refusal: FormRefusal | undefined;
  /** False where the form is sent without a yes, too. */
  isRequired?: boolean;
}) {
  return (
    <ColleagueFields
      {...{ people: approvers, refusal, isRequired }}
      way="pin"
      chosen={approvers[0]?.userId}
      legend="Yes of a colleague"
      label="Person"
      className="rounded-control bg-cream p-4"
    >
      This needs the yes of an admin or the person in charge. It is recorded as theirs.
    </ColleagueFields>
  );
}
