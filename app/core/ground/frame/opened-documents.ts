/** Presses that open a document, without the router. */
import { isReachable } from './lost-request.ts';

/**
 * Asks whether the shop can be reached before a form or a link opens a document: the browser would replace the page by its
 * own error.
 * @param lose says that the press is lost
 */
export function guardDocuments(lose: (path: string, form: HTMLFormElement | null) => void): () => void {
  let isChecked = false;
  const send = async (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || isChecked || !(form instanceof HTMLFormElement)) return;
    if (form.method === 'dialog' || form.target) return;
    event.preventDefault();
    if (!(await isReachable())) return lose(new URL(form.action).pathname, form);
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
