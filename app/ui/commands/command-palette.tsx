/**
 * Finds commands by a few letters of their name, and records that match. A native dialog with a combobox: focus stays
 * in the field, arrows move through the list, Enter selects, Escape closes (ARIA's combobox pattern).
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Command, findCommands } from './command.ts';
import { Keys } from './keys.tsx';
import type { LookedUp, LookUp } from './look-up.ts';

/** The most commands listed when records match; typing more narrows them down. */
const COMMANDS_BESIDE = 4;
/** Short enough not to notice, and long enough to skip requests for every letter. */
const PAUSE_MS = 120;

type Option = { id: string; label: string; detail?: string; shortcut?: string; choose: () => void };

export default function CommandPalette({
  commands,
  perform,
  lookUp,
  showShortcuts,
  onClose,
}: {
  commands: readonly Command[];
  perform: (command: Command) => void;
  lookUp: LookUp | undefined;
  showShortcuts: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { groups: lookedUp, isWaiting } = useLookUp(lookUp, typed);

  const goTo = (to: string): Command => ({ id: to, label: to, to });
  const commandOptions = findCommands(
    commands.filter(({ places = ['palette'] }) => places.includes('palette')),
    typed,
  )
    .slice(0, lookedUp.length > 0 ? COMMANDS_BESIDE : undefined)
    .map((command) => ({ ...command, choose: () => perform(command) }));
  const groups: { label: string; options: readonly Option[] }[] = [
    { label: 'Commands', options: commandOptions },
    ...lookedUp.map(({ label, rows }) => ({
      label,
      options: rows.map(({ id: row, to, title, detail }) => ({
        id: `${label}-${row}`,
        label: title,
        detail,
        choose: () => perform(goTo(to)),
      })),
    })),
    ...(lookUp && typed.trim() !== ''
      ? [{ label: 'Everything', options: [allResults(lookUp, typed, (to) => perform(goTo(to)))] }]
      : []),
  ].filter(({ options }) => options.length > 0);
  const found = groups.flatMap(({ options }) => options);
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = (option: Option) => `${id}-${option.id}`;

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const chosenId = chosen ? optionId(chosen) : undefined;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const choose = (option: Option) => {
    // Close first: focus returns to the page before the page changes.
    dialog.current?.close();
    option.choose();
  };
  const press = (event: KeyboardEvent) => {
    const next = movedTo(event.key, at, found.length - 1);
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (chosen) choose(chosen);
    }
  };
  const records = lookedUp.flatMap(({ rows }) => rows).length;
  const isEmpty = commandOptions.length === 0 && records === 0;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is on its backdrop
    <dialog
      ref={dialog}
      aria-label="Commands"
      // The close event fires a moment later; the dialog may have reopened by then.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-surface bg-paper p-0 text-sm text-ink shadow-xl backdrop:bg-spruce-900/60"
    >
      <div className="border-b border-line p-3">
        <label htmlFor={`${id}-field`} className="sr-only">
          Search commands{lookUp ? `, ${lookUp.what}` : ''}
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
          placeholder={lookUp ? 'Where to? Or an order, a customer, a product' : 'Where to, or what to do?'}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
          className="block min-h-11 w-full rounded-control bg-surface px-3.5 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="max-h-[50dvh] overflow-y-auto p-2"
      >
        {groups.map(({ label, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a list of options
          <div key={label} role="group" aria-label={label}>
            {records > 0 ? (
              <p aria-hidden="true" className="px-3 pt-2 text-xs text-ink-soft">
                {label}
              </p>
            ) : null}
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, because it has the focus
              <div
                key={option.id}
                id={optionId(option)}
                role="option"
                tabIndex={-1}
                aria-selected={option === chosen}
                // The press must not move the focus out of the field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 hover:bg-cream aria-selected:bg-spruce-100 aria-selected:text-ink"
              >
                <span className={option.detail ? 'max-w-[60%] shrink-0 truncate' : 'min-w-0 truncate'}>
                  {option.label}
                </span>
                {option.detail ? (
                  <span className="figures min-w-0 truncate text-right text-ink-soft">{option.detail}</span>
                ) : null}
                {option.shortcut ? <Keys shortcut={option.shortcut} /> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={isEmpty ? 'px-5 pt-1 pb-5 text-ink-soft' : 'sr-only'}>
        {statusText({
          isEmpty,
          isWaiting,
          hasLookUp: lookUp !== undefined,
          found: commandOptions.length + records,
          records,
        })}
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

/** The index an arrow key moves to in a list whose last index is `last`; undefined for other keys. */
function movedTo(key: string, at: number, last: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? Math.max(0, last) : at - 1,
    PageDown: Math.max(0, Math.min(last, at + 5)),
    PageUp: Math.max(0, at - 5),
  };
  return moves[key];
}

function allResults(lookUp: LookUp, typed: string, go: (to: string) => void): Option {
  return {
    id: 'all-results',
    label: `All results for “${typed.trim()}”`,
    choose: () => go(`${lookUp.page}?${new URLSearchParams({ q: typed.trim() })}`),
  };
}

function statusText(now: {
  isEmpty: boolean;
  isWaiting: boolean;
  hasLookUp: boolean;
  found: number;
  records: number;
}): string {
  if (now.isEmpty && now.isWaiting) return 'Searching…';
  if (now.isEmpty) return now.hasLookUp ? 'Nothing by that name or number.' : 'No command by that name.';
  return now.records > 0 ? `${now.found} found` : `${now.found} commands`;
}

const NONE: readonly LookedUp[] = [];

/** The records found for the current text; results for the previous text are cleared at once. */
function useLookUp(lookUp: LookUp | undefined, typed: string) {
  const wanted = typed.trim();
  const [answer, setAnswer] = useState<{ of: string; groups: readonly LookedUp[] }>({ of: '', groups: NONE });
  useEffect(() => {
    if (!lookUp || wanted === '') return;
    const control = new AbortController();
    const timer = setTimeout(async () => {
      // If the request fails, commands and the results page still work.
      const groups = await lookUp.find(wanted, control.signal).catch(() => NONE);
      if (!control.signal.aborted) setAnswer({ of: wanted, groups });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [lookUp, wanted]);
  const isAnswered = answer.of === wanted;
  return {
    groups: isAnswered && wanted !== '' ? answer.groups : NONE,
    isWaiting: lookUp !== undefined && wanted !== '' && !isAnswered,
  };
}
