/**
 * Short messages that come and go at the page's edge. They are spoken through a live region that is always
 * there, stay while the pointer or the focus rests on them, and lie above open dialogs.
 */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

export type ToastTone = 'success' | 'error' | 'info';

export type ToastOptions = {
  tone?: ToastTone;
  /** One thing to do about it, such as 'Undo'; pressing it closes the message. */
  action?: { label: string; onPress(): void };
};

type Toast = { id: number; message: string; tone: ToastTone; action?: ToastOptions['action'] };
type Toasts = { show(message: string, options?: ToastOptions): void };

/** How long a message stays, in milliseconds; longer where there is something to read twice or to press. */
const STAY = 5000;
const STAY_LONGER = 9000;
/** Older messages make room. */
const MAXIMUM_SHOWN = 3;

const ToastContext = createContext<Toasts | null>(null);

/** Shows toasts. Works anywhere under `ToastProvider`; outside one (a bare error page) messages go nowhere. */
export function useToast(): Toasts {
  return useContext(ToastContext) ?? silent;
}

const silent: Toasts = { show: () => undefined };

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const nextId = useRef(1);

  const show = useCallback((message: string, { tone = 'info', action }: ToastOptions = {}) => {
    const id = nextId.current++;
    setToasts((shown) => {
      // The same words again replace the first, so that ten presses do not make ten messages.
      const others = shown.filter((toast) => toast.message !== message);
      return [...others, { id, message, tone, action }].slice(-MAXIMUM_SHOWN);
    });
  }, []);
  const close = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const value = useMemo(() => ({ show }), [show]);

  return (
    <ToastContext value={value}>
      {children}
      <Spoken toasts={toasts} />
      <ToastList toasts={toasts} close={close} />
    </ToastContext>
  );
}

function Spoken({ toasts }: { toasts: readonly Toast[] }) {
  const words = (urgent: boolean) =>
    toasts
      .filter((toast) => (toast.tone === 'error') === urgent)
      .map((toast) => <p key={toast.id}>{toast.message}</p>);
  return (
    <div className="sr-only">
      <div role="status" aria-live="polite">
        {words(false)}
      </div>
      <div role="alert" aria-live="assertive">
        {words(true)}
      </div>
    </div>
  );
}

function ToastList({ toasts, close }: { toasts: readonly Toast[]; close(id: number): void }) {
  const list = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id ?? 0;

  // The top layer is a stack: opening again puts the messages above a dialog that was opened since.
  useEffect(() => {
    const element = list.current;
    if (!element?.showPopover) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest > 0) element.showPopover();
  }, [newest]);

  return (
    <section ref={list} popover="manual" aria-label="Messages" className="toasts">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} close={close} />
      ))}
    </section>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const marks = { success: 'text-spruce-500', error: 'text-clay-700', info: 'text-river-700' };

function ToastCard({ toast, close }: { toast: Toast; close(id: number): void }) {
  const [held, setHeld] = useState(false);
  const { id, message, tone, action } = toast;
  const stay = action || tone === 'error' || message.length > 90 ? STAY_LONGER : STAY;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(id), stay);
    return () => clearTimeout(timer);
  }, [held, id, stay, close]);

  const Icon = icons[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting here only pauses the clock; nothing is pressed
    <div
      data-tone={tone}
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${marks[tone]}`} />
      <p className="min-w-0 flex-1 text-sm">{message}</p>
      {action ? (
        <button
          type="button"
          className="-my-3 min-h-11 rounded-control px-2.5 text-sm font-semibold text-spruce-700 hover:bg-spruce-100"
          onClick={() => {
            action.onPress();
            close(id);
          }}
        >
          {action.label}
        </button>
      ) : null}
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
