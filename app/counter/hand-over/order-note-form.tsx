/** Renders the form that adds a line to the note of staff on an order. */
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { LONGEST_ADDED } from '#core/sales/orders/hand-over/added-note.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { FormRefusal } from '#ui/form/refusal.ts';
import { useHydrated } from '#ui/hydrated.ts';

/** @param refused of the page, for browsers without scripts */
export function NoteForm({ refused }: { refused: FormRefusal | undefined }) {
  const fetcher = useFetcher<FormRefusal | null>();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const isIdle = fetcher.state === 'idle';
  const refusal = fetcher.data === undefined ? refused : fetcher.data;
  const wasSent = useRef(false);
  useEffect(() => {
    // What was refused, or not sent, stays.
    if (isIdle && wasSent.current && !fetcher.data) form.current?.reset();
    wasSent.current = !isIdle;
  }, [isIdle, fetcher.data]);
  return (
    <details open={refused !== undefined} className="mt-2 border-t border-line pt-2">
      <summary className="inline-flex min-h-12 items-center font-medium text-spruce-700">Add a note</summary>
      <fetcher.Form ref={form} method="post" className="mt-3 flex max-w-xl flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="stay" value={isHydrated ? 'yes' : ''} />
        {refusal?.message ? (
          <p role="alert" className="basis-full font-medium text-clay-700">
            {refusal.message}
          </p>
        ) : null}
        <Field
          label="Note for the others at the counter"
          name="note"
          required
          maxLength={LONGEST_ADDED}
          autoComplete="off"
          defaultValue={refused?.values.note}
          errors={refusal?.errors.note}
          className="min-w-0 grow basis-64"
        />
        <Button type="submit" rank="secondary" className="min-h-12" busy={!isIdle} busyText="Saving…">
          Add
        </Button>
      </fetcher.Form>
    </details>
  );
}
