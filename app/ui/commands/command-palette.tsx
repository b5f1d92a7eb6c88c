/**
 * Every command by a few letters of its name. A native dialog with a combobox in it: the focus stays in the
 * field, arrows move through the list, Enter does it, Escape closes (ARIA's combobox pattern).
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Command, findCommands } from './command.ts';
import { Keys } from './keys.tsx';

export default function CommandPalette({
  commands,
  perform,
  showShortcuts,
  onClose,
}: {
  commands: readonly Command[];
  perform: (command: Command) => void;
  showShortcuts: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const offered = commands.filter(({ places = ['palette'] }) => places.includes('palette'));
  const found = findCommands(offered, typed);
  const chosen = found[at];
  const optionId = (command: Command) => `${id}-${command.id}`;

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const chosenId = chosen ? optionId(chosen) : undefined;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const choose = (command: Command) => {
    // Closed first: the focus goes back to the page before the page changes.
    dialog.current?.close();
    perform(command);
  };
  const press = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? Math.max(0, last) : at - 1,
      PageDown: Math.max(0, Math.min(last, at + 5)),
      PageUp: Math.max(0, at - 5),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (chosen) choose(chosen);
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is on its backdrop
    <dialog
      ref={dialog}
      aria-label="Commands"
      // The event comes a moment after closing; by then the dialog may have been opened anew.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-surface bg-paper p-0 text-sm text-ink shadow-xl backdrop:bg-spruce-900/60"
    >
      <div className="border-b border-line p-3">
        <label htmlFor={`${id}-field`} className="sr-only">
          Search commands
        </label>
        <input
          id={`${id}-field`}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck="false"
          maxLength={80}
          placeholder="Where to, or what to do?"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
          className="block min-h-11 w-full rounded-control bg-white px-3.5 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="max-h-[50dvh] overflow-y-auto p-2"
      >
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={command.id}
            id={optionId(command)}
            role="option"
            tabIndex={-1}
            aria-selected={command === chosen}
            // The press must not take the focus out of the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(command)}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 hover:bg-cream aria-selected:bg-spruce-100 aria-selected:text-spruce-900"
          >
            <span>{command.label}</span>
            {command.shortcut ? <Keys shortcut={command.shortcut} /> : null}
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'px-5 pt-1 pb-5 text-ink-soft' : 'sr-only'}>
        {found.length === 0 ? 'No command by that name.' : `${found.length} commands`}
      </p>
      <div className="flex items-center justify-between gap-3 border-t border-line px-3 py-1 text-xs text-ink-soft">
        <span className="max-sm:hidden">↑ ↓ to move, Enter to choose, Esc to close</span>
        <button
          type="button"
          onClick={showShortcuts}
          className="min-h-11 rounded-control px-2 underline-offset-4 hover:underline"
        >
          Keyboard shortcuts
        </button>
      </div>
    </dialog>
  );
}
