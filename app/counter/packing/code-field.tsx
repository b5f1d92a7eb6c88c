/** Renders a field for codes: typed, or scanned without scripts. */
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { CameraButton } from '../camera/camera-button.tsx';
import { lastSaid } from './pack-answer.ts';
import type { usePackingScans } from './use-packing-scans.ts';

export type Scans = ReturnType<typeof usePackingScans>;

type Props = {
  /** Of the next code. */
  newKey: string;
  /** The words of the button. */
  enter: string;
  scans: Scans;
};

export function CodeField({ newKey, enter, scans: { fetcher, clear, isBusy, said, scan } }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.kind === 'done') form.current?.reset();
  }, [fetcher.data]);
  return (
    <div className="flex flex-col items-start gap-3">
      <fetcher.Form
        ref={form}
        method="post"
        onSubmit={clear}
        className="flex w-full flex-wrap items-end gap-3"
      >
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
          className="min-w-0 grow basis-56 [&_input]:min-h-12"
        />
        <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy}>
          {enter}
        </Button>
      </fetcher.Form>
      <CameraButton onScan={scan} says={lastSaid(said)} />
    </div>
  );
}
