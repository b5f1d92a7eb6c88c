/** Renders the form that adds a line to the note of staff on an order. */
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { LONGEST_ADDED } from '#core/sales/orders/hand-over/added-note.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useHydrated } from '#ui/hydrated.ts';

export function NoteForm() {
  const fetcher = useFetcher();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (!isIdle) return () => form.current?.reset();
  }, [isIdle]);
  return (
    <details className="mt-2 border-t border-line pt-2">
      <summary className="inline-flex min-h-12 items-center font-medium text-spruce-700">Add a note</summary>
      <fetcher.Form ref={form} method="post" className="mt-3 flex max-w-xl flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="stay" value={isHydrated ? 'yes' : ''} />
        <Field
          label="Note for the others at the counter"
          name="note"
          required
          maxLength={LONGEST_ADDED}
          autoComplete="off"
          className="min-w-0 grow basis-64"
        />
        <Button type="submit" rank="secondary" className="min-h-12" busy={!isIdle} busyText="Saving…">
          Add
        </Button>
      </fetcher.Form>
    </details>
  );
}
