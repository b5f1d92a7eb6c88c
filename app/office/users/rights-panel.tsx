/** Renders the rights of a person on the staff, in a dialog over the list; without scripts above it. */
import type { StartingSet } from '#core/ground/access/rights.ts';
import { LinkedDialog } from '#office/kit/linked-dialog.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { RightsForm } from './rights-form.tsx';
import type { RightsToGive } from './rights-queries.server.ts';

export function RightsPanel({
  of,
  set,
  refusal,
  back,
}: {
  of: RightsToGive;
  set: StartingSet | null;
  refusal: FormRefusal | undefined;
  back: string;
}) {
  const joint = back.includes('?') ? '&' : '?';
  return (
    <LinkedDialog title={`Rights of ${of.name}`} back={back}>
      <RightsForm
        of={of}
        set={set}
        setPath={(name) => `${back}${joint}rightsOf=${of.id}&set=${name}`}
        refusal={refusal}
        cancel={back}
      />
    </LinkedDialog>
  );
}
