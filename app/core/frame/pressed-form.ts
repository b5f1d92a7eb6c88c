/** Remembers the form that was sent last, so that its press can be repeated as it was. */

export type Press = {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  /** The dialog that the form was sent from: many close as they send. */
  dialog: HTMLDialogElement | null;
  /** Whether the browser had a network. */
  isOnline: boolean;
};

let latest: Press | undefined;

/** @param forget is called at each press: what was said about the one before is over. */
export function listenForPresses(forget: () => void): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    if (!(target instanceof HTMLFormElement)) return;
    const dialog = target.closest<HTMLDialogElement>('dialog[open]');
    latest = { form: target, submitter, dialog, isOnline: navigator.onLine };
    forget();
  };
  document.addEventListener('submit', note, true);
  return () => document.removeEventListener('submit', note, true);
}

/**
 * Asks whether the shop can be reached before a form or a link opens a document: the browser would replace the page by its
 * own error.
 * @param lose says that the press is lost
 */
export function guardDocuments(lose: (path: string, press: Press | null) => void): () => void {
  let isChecked = false;
  const send = async (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || isChecked || !(form instanceof HTMLFormElement)) return;
    if (form.method === 'dialog' || form.target) return;
    event.preventDefault();
    const press = latest?.form === form ? latest : null;
    if (!(await isReachable())) return lose(new URL(form.action).pathname, press);
    isChecked = true;
    form.requestSubmit(submitter);
    isChecked = false;
  };
  const follow = (event: MouseEvent) => {
    const link = event.defaultPrevented || navigator.onLine ? null : pressedLink(event);
    if (!link) return;
    if (link.pathname + link.search === location.pathname + location.search) return;
    event.preventDefault();
    lose(link.pathname + link.search, null);
  };
  // After React, which listens on the document.
  window.addEventListener('submit', send);
  window.addEventListener('click', follow);
  return () => {
    window.removeEventListener('submit', send);
    window.removeEventListener('click', follow);
  };
}

/** The link to a page of ours that this press opens in this tab; null for every other press. */
export function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isOurs = link !== null && link.href !== '' && link.origin === location.origin;
  return isPlain && isOurs && !link.target && !link.hasAttribute('download') ? link : null;
}

const PATIENCE_MS = 10_000;

/** Whether the shop answers. */
export const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  );

/** The press that sent this request; null if a script sent it. */
export function pressOf({ method, url }: Request): Press | null {
  if (!latest) return null;
  const { form, submitter } = latest;
  const own = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  const isSame =
    (own('method') ?? 'get').toUpperCase() === method &&
    new URL(own('action') ?? '', location.href).pathname === new URL(url).pathname;
  return isSame ? latest : null;
}

/** Presses the same button again. Returns false if the form is no longer on the page. */
export function pressAgain({ form, submitter }: Press): boolean {
  if (!form.isConnected) return false;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  return true;
}

/** Until a page has closed the dialog whose form it no longer sends, in milliseconds. */
const CLOSES_WITHIN_MS = 500;

/** Opens the dialog again that closes as its form is sent, or just after. */
export function reopen({ dialog, submitter }: Press): void {
  if (!dialog) return;
  const open = () => {
    if (!dialog.isConnected || dialog.open) return;
    dialog.showModal();
    submitter?.focus();
  };
  dialog.addEventListener('close', open, { once: true, signal: AbortSignal.timeout(CLOSES_WITHIN_MS) });
  open();
}
