/** Renders a field for codes: typed, or scanned without scripts. */
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { usePackingScans } from './use-packing-scans.ts';

export type Scans = ReturnType<typeof usePackingScans>;

type Props = {
  /** Of the next code. */
  newKey: string;
  /** The words of the button. */
  enter: string;
  scans: Scans;
};

export function CodeField({ newKey, enter, scans: { fetcher, clear, isBusy } }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.kind === 'done') form.current?.reset();
  }, [fetcher.data]);
  return (
    <fetcher.Form ref={form} method="post" onSubmit={clear} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="scan" />
      <input type="hidden" name="key" value={newKey} />
      <Field
        label="Scan or type a code"
        name="code"
        required
        maxLength={400}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-w-0 grow basis-56"
      />
      <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy}>
        {enter}
      </Button>
    </fetcher.Form>
  );
}
