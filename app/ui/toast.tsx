/**
 * Shows short messages that disappear by themselves. At most two are visible, in one place for each kind of screen, and
 * never over what they are about (toast-place). A polite live region that always exists announces them. They stay while hovered or
 * focused, and appear above open dialogs. F8 moves focus to them and back, Escape closes the newest.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation } from 'react-router';
import { CircleAlert, CircleCheck, Info, X } from '#ui/icons.ts';
import { placeOf, whatMustStayClear } from './toast-place.ts';

export type ToastTone = 'success' | 'error' | 'info';

export type ToastOptions = {
  tone?: ToastTone;
  /** One action: 'Undo', or a link to a page. Pressing it closes the toast. */
  action?: { label: string } & ({ onPress(): void } | { to: string });
  /** Of several toasts about the same thing only the latest is shown. */
  about?: string;
  /** The address of the page it is about: leaving that page closes it. */
  page?: string;
  /** Whether it stays until it is closed. */
  lasts?: boolean;
  /** The open dialog that it is about: nothing outside of it can be pressed. */
  inside?: HTMLDialogElement | null;
};

type Toast = {
  id: number;
  message: string;
  tone: ToastTone;
  /** The element focused when it was shown: the control that it answers. */
  pressed: Element | null;
} & Omit<ToastOptions, 'tone'>;
type Toasts = { show(message: string, options?: ToastOptions): void };

/** How long a toast stays, in milliseconds: the time to read it, and longer if it has an action or reports an error. */
const stayOf = ({ message, tone, action }: Toast) =>
  4000 + message.length * 60 + (action || tone === 'error' ? 5000 : 0);
/** Older toasts are removed. */
const MAXIMUM_SHOWN = 2;
/** Moves focus to the toasts, and back. */
const KEY = 'F8';

const ToastContext = createContext<Toasts | null>(null);

/** Shows toasts. Works anywhere under `ToastProvider`; outside it (a bare error page) toasts are dropped. */
export function useToast(): Toasts {
  return useContext(ToastContext) ?? silent;
}

const silent: Toasts = { show: () => undefined };

/** @param side where at its edge they lie: in the middle, or in the office's corner opposite its menu. */
export function ToastProvider({
  side = 'middle',
  children,
}: {
  side?: 'middle' | 'end';
  children: ReactNode;
}) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);

  const show = useCallback((message: string, { tone = 'info', ...options }: ToastOptions = {}) => {
    const id = nextId.current++;
    const pressed = document.activeElement;
    setToasts((shown) => {
      // The same text replaces the first toast, so that ten presses do not make ten toasts.
      const others = shown.filter(
        (toast) =>
          toast.message !== message && (options.about === undefined || toast.about !== options.about),
      );
      return [...others, { id, message, tone, pressed, ...options }].slice(-MAXIMUM_SHOWN);
    });
  }, []);
  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const value = useMemo(() => ({ show }), [show]);

  const { pathname, search } = useLocation();
  useEffect(() => {
    const isOfThisPage = ({ page }: Toast) => page === undefined || page === pathname + search;
    setToasts((shown) => (shown.every(isOfThisPage) ? shown : shown.filter(isOfThisPage)));
  }, [pathname, search]);

  return (
    <ToastContext value={value}>
      {children}
      <div role="status" className="sr-only">
        {toasts.map(({ id, message, action }) => (
          <p key={id}>{action ? `${message} ${action.label}: press ${KEY}.` : message}</p>
        ))}
      </div>
      <ToastList toasts={toasts} side={side} close={close} />
    </ToastContext>
  );
}

function ToastList({
  toasts,
  side,
  close,
}: {
  toasts: readonly Toast[];
  side: 'middle' | 'end';
  close(id: number): void;
}) {
  const list = useRef<HTMLElement>(null);
  /** The element that had focus before the toasts did. */
  const cameFrom = useRef<Element | null>(null);
  const newest = toasts.at(-1)?.id ?? 0;

  // The top layer is a stack: reopening puts the toasts above a dialog that opened since.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element?.showPopover) return;
    if (element.contains(document.activeElement)) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest > 0) element.showPopover();
  }, [newest]);

  usePlace(list, toasts);

  /** The focused button disappears with its toast; its action may move the focus itself. */
  const closed = useCallback(
    (id: number) => {
      const hadFocus = list.current?.contains(document.activeElement);
      close(id);
      if (hadFocus)
        setTimeout(() => document.activeElement === document.body && giveFocusBack(cameFrom.current));
    },
    [close],
  );

  useEffect(() => {
    if (newest === 0) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isInside = list.current?.contains(document.activeElement) ?? false;
      if (event.key === KEY) {
        event.preventDefault();
        if (isInside) giveFocusBack(cameFrom.current);
        else list.current?.querySelector<HTMLElement>('.toast:last-child :is(a, button)')?.focus();
      }
      // Escape belongs to an open dialog or menu first.
      if (event.key === 'Escape' && (isInside || !document.querySelector(OTHERS))) closed(newest);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [newest, closed]);

  const dialog = toasts.at(-1)?.inside;
  const section = (
    <section
      ref={list}
      popover="manual"
      aria-label="Messages"
      aria-keyshortcuts={KEY}
      className="toasts"
      data-side={side}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} close={closed} />
      ))}
    </section>
  );
  return dialog?.isConnected ? createPortal(section, dialog) : section;
}

const OTHERS = 'dialog[open], :popover-open:not(.toasts)';

function giveFocusBack(to: Element | null): void {
  if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
}

/** Places the toasts, and again when the elements below them or the focus change. */
function usePlace(list: { readonly current: HTMLElement | null }, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // The next toast starts at its usual edge again.
    if (toasts.length === 0) {
      element.style.removeProperty('top');
      return;
    }
    const pressed = toasts.flatMap((toast) => toast.pressed ?? []);
    const place = (event?: Event) => {
      // What is pressed does not move between press and release.
      if (event?.target instanceof Element && element.contains(event.target)) return;
      const { height, left, right } = element.getBoundingClientRect();
      const top = element.style.top === '' ? null : Number.parseFloat(element.style.top);
      const screen = { height: document.documentElement.clientHeight };
      const isInDialog = document.querySelector('dialog:modal') !== null;
      const obstacles = whatMustStayClear(element, pressed);
      const at = placeOf({ messages: { height, left, right, top }, screen, isInDialog }, obstacles);
      element.style.top = `${Math.round(at)}px`;
    };
    place();
    const events = ['focusin', 'scrollend', 'resize'] as const;
    for (const event of events) window.addEventListener(event, place);
    return () => {
      for (const event of events) window.removeEventListener(event, place);
    };
  }, [list, toasts]);
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const marks = { success: 'text-spruce-500', error: 'text-clay-700', info: 'text-river-700' };

function ToastCard({ toast, close }: { toast: Toast; close(id: number): void }) {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const held = isUnderPointer || hasFocus;
  const { id, message, tone, action } = toast;
  const stay = stayOf(toast);

  useEffect(() => {
    if (held || toast.lasts) return;
    const timer = setTimeout(() => close(id), stay);
    return () => clearTimeout(timer);
  }, [held, id, stay, close, toast.lasts]);

  const Icon = icons[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer; nothing is pressed
    <div
      data-tone={tone}
      className="toast"
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${marks[tone]}`} />
      {/* On the narrowest screens the action has its own line. */}
      <div className="flex min-w-0 flex-1 flex-wrap justify-end gap-x-3">
        {/* The live region of the page is out of reach while a dialog is open. */}
        <p role={toast.inside ? 'alert' : undefined} className="min-w-0 grow basis-40 text-sm">
          {message}
        </p>
        {action ? <ToastAction action={action} close={() => close(id)} /> : null}
      </div>
      <button
        type="button"
        aria-label="Close message"
        className="-my-3 -mr-3 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-cream"
        onClick={() => close(id)}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

function ToastAction({ action, close }: { action: NonNullable<ToastOptions['action']>; close(): void }) {
  const look =
    '-my-3 inline-flex min-h-11 shrink-0 items-center rounded-control px-2.5 text-sm font-semibold text-spruce-700 hover:bg-spruce-100';
  if ('to' in action) {
    return (
      <Link to={action.to} className={look} onClick={close}>
        {action.label}
      </Link>
    );
  }
  const press = () => {
    action.onPress();
    close();
  };
  return (
    <button type="button" className={look} onClick={press}>
      {action.label}
    </button>
  );
}
