/** Remembers the form that was sent last, so that its press can be repeated as it was. */

export type Press = {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  /** The dialog that the form was sent from: many close as they send. */
  dialog: HTMLDialogElement | null;
};

let latest: Press | undefined;

/** @param forget is called at each press: what was said about the one before is over. */
export function listenForPresses(forget: () => void): () => void {
  const note = ({ target, submitter }: SubmitEvent) => {
    if (!(target instanceof HTMLFormElement)) return;
    const dialog = target.closest<HTMLDialogElement>('dialog[open]');
    latest = { form: target, submitter, dialog };
    forget();
  };
  document.addEventListener('submit', note, true);
  return () => document.removeEventListener('submit', note, true);
}

/** The press that sent this form; null if it was sent before `listenForPresses`. */
export const pressOfForm = (form: HTMLFormElement): Press | null => (latest?.form === form ? latest : null);

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
