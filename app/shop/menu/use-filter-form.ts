/** Submits a GET form automatically: at once for a choice, after a pause while the shopper types. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import type { CatalogueFilter } from '#core/goods/catalogue/catalogue-filter.ts';
import { wasChangedEarly } from '#ui/early-presses.ts';
import { addressOfForm, fieldValues } from './filter-form.ts';
import { leadToResults } from './lead-to-results.ts';

const TYPING_PAUSE_MS = 250;

export type FilterForm = {
  form: RefObject<HTMLFormElement | null>;
  /** Submits now, as a history entry for Back. */
  send: () => void;
  /**
   * Submits after a pause. Everything typed in one go is one history entry, so that Back does not undo single letters.
   */
  sendSoon: () => void;
  /** Whether something in the form is not submitted or not answered yet: the form is then newer than the page. */
  isWaiting: () => boolean;
};

/** Syncs the form with the address: Back and removed chips change its fields. */
export function useFilterForm(filter: CatalogueFilter, path: string): FilterForm {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Whether what was typed last has its history entry.
  const typing = useRef(false);
  const sent = useRef(false);
  // The address whose answer is due. The router's state is no substitute: a choice made between the moment an answer
  // appears and the effect below has sent the next, and what was drawn does not know of it.
  const due = useRef<string>(undefined);
  const shown = useRef(filter);
  const navigate = useNavigate();
  const cameBack = useNavigationType() === 'POP';
  const isBack = useRef(cameBack);

  const stopTyping = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const isWaiting = useCallback(() => timer.current !== undefined || due.current !== undefined, []);
  const go = useCallback(
    async (isTyped: boolean) => {
      stopTyping();
      if (!form.current) return;
      const address = addressOfForm(new FormData(form.current), path);
      const here = window.location.pathname + window.location.search;
      if (address === (due.current ?? here)) return;
      sent.current = true;
      due.current = address;
      // Back to what is shown, before the answer to something else has come: no entry for Back.
      const replace = (isTyped && typing.current) || address === here;
      await navigate(address, { replace, preventScrollReset: true });
      // More was typed before the answer came: the entry that it would have had is that of the next.
      if (due.current !== address) return;
      due.current = undefined;
      const isShown = window.location.pathname + window.location.search !== here;
      typing.current = isTyped && isShown;
      if (isShown || isWaiting()) return;
      // Without a network the page was left as it is: what was chosen can be chosen again, what was typed stays.
      sent.current = false;
      showValues(form.current, fieldValues(shown.current), 'none');
    },
    [navigate, path, stopTyping, isWaiting],
  );
  const send = useCallback(() => {
    typing.current = false;
    void go(false);
  }, [go]);
  const sendSoon = useCallback(() => {
    stopTyping();
    timer.current = setTimeout(() => void go(true), TYPING_PAUSE_MS);
  }, [go, stopTyping]);

  useEffect(() => {
    // A shopper who goes back gives up what was typed or not answered yet.
    const giveUp = () => {
      stopTyping();
      due.current = undefined;
    };
    window.addEventListener('popstate', giveUp);
    return () => {
      window.removeEventListener('popstate', giveUp);
      stopTyping();
    };
  }, [stopTyping]);
  useEffect(() => {
    isBack.current = cameBack;
  }, [cameBack]);
  useEffect(() => {
    shown.current = filter;
    if (isBack.current) typing.current = false;
    if (!form.current) return;
    // Chosen before scripts ran: the form is newer than the address.
    if (wasChangedEarly(form.current)) return send();
    if (isWaiting()) return;
    showValues(form.current, fieldValues(filter), isBack.current ? 'all' : 'others');
    if (sent.current) leadToResults();
    sent.current = false;
  }, [filter, isWaiting, send]);

  return { form, send, sendSoon, isWaiting };
}

/** @param typed which fields that are typed in: all after Back, usually all but the one with the focus. */
function showValues(
  form: HTMLFormElement,
  values: Record<string, readonly string[]>,
  typed: 'all' | 'others' | 'none',
): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const wanted = values[control.name];
    if (!wanted) continue;
    if (control.type === 'radio' || control.type === 'checkbox') {
      (control as HTMLInputElement).checked = wanted.includes(control.value);
    } else if (
      control instanceof HTMLSelectElement ||
      typed === 'all' ||
      (typed === 'others' && control !== document.activeElement)
    ) {
      control.value = wanted[0] ?? '';
    }
  }
}
