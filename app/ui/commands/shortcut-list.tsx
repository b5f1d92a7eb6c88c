/** Renders all shortcuts, and the switch that turns single keys off. */
import { useEffect, useId, useRef } from 'react';
import { X } from '#ui/icons.ts';
import { listKeys } from '../data-table/use-table-keys.ts';
import type { Command } from './command.ts';
import { Keys } from './keys.tsx';

export default function ShortcutList({
  commands,
  keysOn,
  setKeysOn,
  onClose,
}: {
  commands: readonly Command[];
  keysOn: boolean;
  setKeysOn: (on: boolean) => void;
  onClose: () => void;
}) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const rows = [
    { id: 'help', label: 'This list', shortcut: '?' },
    ...commands.flatMap(({ id, label, shortcut }) => (shortcut ? [{ id, label, shortcut }] : [])),
    ...listKeys,
  ];
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      // The close event fires a moment later; the dialog may have reopened by then.
      onClose={() => dialog.current?.open || onClose()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-surface bg-paper p-6 text-sm text-ink shadow-xl backdrop:bg-spruce-900/60"
    >
      <div className="mb-3 flex items-start justify-between gap-4">
        <h2 id={title} className="text-xl">
          Keyboard shortcuts
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-cream"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <dl>
        <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line">
          <dt>Quick search and commands</dt>
          <dd className="text-xs text-ink-soft">Ctrl K, on a Mac ⌘ K</dd>
        </div>
        {rows.map(({ id, label, shortcut }) => (
          <div
            key={id}
            className={`flex min-h-10 items-center justify-between gap-4 border-b border-line ${keysOn ? '' : 'opacity-60'}`}
          >
            <dt>{label}</dt>
            <dd>
              <Keys shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={keysOn}
          onChange={(event) => setKeysOn(event.currentTarget.checked)}
          className="size-5 accent-spruce-700"
        />
        Single keys are on
      </label>
      <p className="text-xs text-ink-soft">They never act while you type into a field.</p>
    </dialog>
  );
}
