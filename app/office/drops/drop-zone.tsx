/**
 * Renders the place where several files are dropped or chosen. With scripts each file is sent by itself, one after the
 * other, because the server decodes one picture at a time; without, the form sends all of them.
 */
import { type DragEvent, useId, useState } from 'react';
import type { DropKind } from '#kernel/statuses.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { useFileQueue } from './use-file-queue.ts';

export type DropZoneProps = {
  kind: DropKind;
  /** The page's address, to which a form without scripts returns. */
  back: string;
  label: string;
  hint: string;
  accept: string;
};

export function DropZone({ kind, back, label, hint, accept }: DropZoneProps) {
  const id = useId();
  const action = `/admin/drops?${new URLSearchParams({ kind, back })}`;
  const { state, add, again } = useFileQueue(action);
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const input = event.currentTarget.elements.namedItem('files');
        if (!(input instanceof HTMLInputElement)) return;
        add([...(input.files ?? [])]);
        input.value = '';
      }}
      onDragOver={over}
      onDragEnter={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        add([...event.dataTransfer.files]);
      }}
      className={`rounded-surface border-2 border-dashed p-4 ${isOver ? 'border-spruce-700 bg-spruce-100' : 'border-line'}`}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        name="files"
        multiple
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className={`mt-1.5 ${controlClass} file:mr-3 file:rounded-control file:border-0 file:bg-spruce-100 file:px-3 file:py-1.5 file:text-sm file:font-medium file:text-ink`}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hint}
      </p>
      <Button type="submit" rank="secondary" className="mt-3 hidden noscript:inline-flex">
        Add these files
      </Button>
      {state.total > 0 ? (
        <div className="mt-3">
          <div
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={state.total}
            aria-valuenow={state.done}
            className="h-2 overflow-hidden rounded-pill bg-spruce-100 outline outline-transparent"
          >
            <div
              style={{ width: `${(100 * (state.done + state.share)) / state.total}%` }}
              className="h-full rounded-pill bg-spruce-500 forced-colors:bg-[Highlight]"
            />
          </div>
          <p role="status" className="figures mt-1 text-sm break-words text-ink-soft">
            {state.done} of {state.total} sent{state.name ? `. Sending ${state.name}…` : '.'}
          </p>
        </div>
      ) : null}
      {state.lost.length > 0 ? (
        <div role="alert" className="mt-3 text-sm">
          <p className="font-medium text-clay-700">Not added:</p>
          <ul className="mt-1 list-disc pl-5">
            {state.lost.map(({ id: lostId, file, message }) => (
              <li key={lostId} className="wrap-anywhere">
                {file.name}: {message}
              </li>
            ))}
          </ul>
          <Button rank="secondary" size="small" className="mt-2 min-h-11" onClick={again}>
            Try these again
          </Button>
        </div>
      ) : null}
    </form>
  );
}
