/**
 * Handles the keyboard shortcuts of a page's commands, and provides the command palette and the list of shortcuts,
 * which load when first opened. Wraps the back office once:
 *
 *     <CommandKeys commands={commands}> … <PaletteButton /> … </CommandKeys>
 *
 * A page that handles commands itself registers them while it is open:
 *
 *     useCommandHandlers({ 'orders.print': () => print(selected) });
 *
 * The list of shortcuts can turn single keys off (WCAG 2.1.4): people who use speech input or have a tremor press them
 * by accident. Ctrl/Cmd+K always works.
 */
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { Search } from '#ui/icons.ts';
import type { Command } from './command.ts';
import type { LookUp } from './look-up.ts';
import { isTyping, opensPalette, ShortcutReader } from './shortcuts.ts';

const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

export type CommandHandlers = Readonly<Record<string, () => void>>;

type Commands = {
  /** The commands available here and now. */
  offered: readonly Command[];
  perform: (command: Command) => void;
  openPalette: () => void;
  lookUp: LookUp | undefined;
  register: (handlers: CommandHandlers) => () => void;
};

const CommandsContext = createContext<Commands | null>(null);

/** Whether single keys work; saved in this browser. */
const OFF = 'shortcuts-off';

export function CommandKeys({
  commands,
  lookUp,
  children,
}: {
  commands: readonly Command[];
  lookUp?: LookUp;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  const [registered, setRegistered] = useState<readonly CommandHandlers[]>([]);
  const [keysOn, setKeysOn] = useKeysOn();

  const register = useCallback((handlers: CommandHandlers) => {
    setRegistered((others) => [...others, handlers]);
    return () => setRegistered((others) => others.filter((other) => other !== handlers));
  }, []);
  const value = useMemo<Commands>(() => {
    // The page opened last takes precedence.
    const handlerOf = (name: string) =>
      registered.findLast((handlers) => Object.hasOwn(handlers, name))?.[name];
    return {
      offered: commands.filter(({ run }) => run === undefined || handlerOf(run) !== undefined),
      perform: (command) => {
        if (command.to !== undefined) navigate(command.to);
        else handlerOf(command.run)?.();
      },
      openPalette: () => setOpen('palette'),
      lookUp,
      register,
    };
  }, [commands, registered, navigate, register, lookUp]);

  useKeys(value, keysOn, setOpen);
  const close = () => setOpen(null);

  return (
    <CommandsContext value={value}>
      {children}
      <Suspense fallback={null}>
        {open === 'palette' ? (
          <CommandPalette
            commands={value.offered}
            perform={value.perform}
            lookUp={lookUp}
            showShortcuts={() => setOpen('shortcuts')}
            onClose={close}
          />
        ) : null}
        {open === 'shortcuts' ? (
          <ShortcutList commands={value.offered} keysOn={keysOn} setKeysOn={setKeysOn} onClose={close} />
        ) : null}
      </Suspense>
    </CommandsContext>
  );
}

function useKeys(
  { offered, perform }: Commands,
  keysOn: boolean,
  setOpen: (open: 'palette' | 'shortcuts') => void,
): void {
  const wanted = offered.flatMap(({ shortcut }) => shortcut ?? []).join(',');
  const done = useEffectEvent((shortcut: string) => {
    if (shortcut === '?') return setOpen('shortcuts');
    const command = offered.find((candidate) => candidate.shortcut === shortcut);
    if (command) perform(command);
  });
  useEffect(() => {
    const reader = new ShortcutReader(['?', ...wanted.split(',').filter(Boolean)]);
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (opensPalette(event)) {
        // Not on top of another dialog, which needs its answer first.
        if (document.querySelector('dialog[open]')) return;
        event.preventDefault();
        return setOpen('palette');
      }
      if (!keysOn || isTyping(target) || document.querySelector('dialog[open]')) return;
      const shortcut = reader.press(event, performance.now());
      if (shortcut === null) return;
      event.preventDefault();
      done(shortcut);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [wanted, keysOn, setOpen]);
}

function useKeysOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(true);
  useEffect(() => {
    try {
      setOn(localStorage.getItem(OFF) === null);
    } catch {
      // Without browser storage, single keys are on.
    }
  }, []);
  const change = (next: boolean) => {
    setOn(next);
    try {
      if (next) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, '1');
    } catch {
      // Applies while the page is open.
    }
  };
  return [on, change];
}

function useCommands(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error('there are no commands outside of CommandKeys');
  return commands;
}

/** Registers what the open page does for commands with `run`, by name. Outside the back office no keys are handled. */
export function useCommandHandlers(handlers: CommandHandlers): void {
  const register = useContext(CommandsContext)?.register;
  const names = Object.keys(handlers).sort().join(',');
  const run = useEffectEvent((name: string) => handlers[name]?.());
  useEffect(
    () =>
      register?.(
        Object.fromEntries(
          names
            .split(',')
            .filter(Boolean)
            .map((name) => [name, () => run(name)]),
        ),
      ),
    [names, register],
  );
}

/** Opens the palette; without scripts it submits the search form instead. */
export function PaletteButton({ className = '' }: { className?: string }) {
  const { openPalette, lookUp } = useCommands();
  return (
    <>
      {lookUp ? <PlainSearch lookUp={lookUp} className={`hidden noscript:block ${className}`} /> : null}
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className={`noscript:hidden inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-ink-soft hover:bg-cream ${className}`}
      >
        <Search aria-hidden="true" className="size-4" />
        <span>
          Search<span className="sr-only"> commands{lookUp ? `, ${lookUp.what}` : ''}</span>
        </span>
        <span aria-hidden="true" className="rounded-control bg-cream px-1.5 font-sans text-xs max-sm:hidden">
          Ctrl K
        </span>
      </button>
    </>
  );
}

function PlainSearch({ lookUp, className }: { lookUp: LookUp; className: string }) {
  return (
    <search className={className}>
      <form method="get" action={lookUp.page} className="flex items-center gap-2">
        <input
          type="search"
          name="q"
          aria-label={`Search ${lookUp.what}`}
          placeholder="Search"
          autoComplete="off"
          className="block min-h-11 w-36 rounded-control bg-surface px-3.5 text-base inset-ring inset-ring-ink/35 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label="Search"
          className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-cream"
        >
          <Search aria-hidden="true" className="size-4" />
        </button>
      </form>
    </search>
  );
}
