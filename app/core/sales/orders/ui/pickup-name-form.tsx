/** Renders the folded form with which staff change who picks up an order, in the office and at the counter. */
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useHydrated } from '#ui/hydrated.ts';
import { LONGEST_PICKUP_NAME } from '../order-notes.ts';

/**
 * Sent beside the page's other forms: what was typed into them stays.
 * @param saved who picks it up now; null for the customer
 * @param refused of the page, for browsers without scripts
 */
export function PickupNameForm({
  saved,
  refused,
  className,
}: {
  saved: string | null;
  refused: FormRefusal | undefined;
  className?: string;
}) {
  const fetcher = useFetcher<FormRefusal | null>();
  const isHydrated = useHydrated();
  const isIdle = fetcher.state === 'idle';
  const refusal = fetcher.data ?? refused;
  return (
    // A new name is a new form, folded again.
    <details key={saved} open={refusal !== undefined} className="print:hidden">
      <summary className={`text-spruce-700 ${className ?? ''}`}>Change who picks up</summary>
      <fetcher.Form method="post" className="mt-2 grid max-w-xl justify-items-start gap-3">
        <input type="hidden" name="intent" value="pickup-name" />
        <input type="hidden" name="seenName" value={saved ?? ''} />
        <input type="hidden" name="stay" value={isHydrated ? 'yes' : ''} />
        {refusal?.message ? (
          <p role="alert" className="font-medium text-clay-700">
            {refusal.message}
          </p>
        ) : null}
        <Field
          label="Someone else picks it up"
          name="pickupName"
          autoComplete="off"
          maxLength={LONGEST_PICKUP_NAME}
          hint="Their full name, as on their ID. Leave it empty for the customer."
          defaultValue={refusal?.values.pickupName ?? saved ?? ''}
          errors={refusal?.errors.pickupName}
          className="w-full"
        />
        <Button type="submit" rank="secondary" className="min-h-11" busy={!isIdle} busyText="Saving…">
          Save
        </Button>
      </fetcher.Form>
    </details>
  );
}
