/** Submits a GET form automatically: at once for a choice, after a pause while the shopper types. */
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useNavigate, useNavigation, useNavigationType } from 'react-router';
import type { CatalogueFilter } from '#core/catalogue/catalogue-filter.ts';
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
  /** Whether something typed has not been submitted yet: the form is then newer than any answer. */
  isWaiting: () => boolean;
};

/** Syncs the form with the address: Back and removed chips change its fields. */
export function useFilterForm(filter: CatalogueFilter, path: string): FilterForm {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const typing = useRef(false);
  const sent = useRef(false);
  const navigate = useNavigate();
  const cameBack = useNavigationType() === 'POP';
  const isLoading = useNavigation().state === 'loading';

  const stopWaiting = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const isWaiting = useCallback(() => timer.current !== undefined, []);
  const go = useCallback(
    (replace: boolean) => {
      stopWaiting();
      if (!form.current) return;
      const address = addressOfForm(new FormData(form.current), path);
      if (address === window.location.pathname + window.location.search) return;
      sent.current = true;
      navigate(address, { replace, preventScrollReset: true });
    },
    [navigate, path, stopWaiting],
  );
  const send = useCallback(() => {
    typing.current = false;
    go(false);
  }, [go]);
  const sendSoon = useCallback(() => {
    stopWaiting();
    timer.current = setTimeout(() => {
      go(typing.current);
      typing.current = true;
    }, TYPING_PAUSE_MS);
  }, [go, stopWaiting]);

  useEffect(() => {
    // A shopper who goes back gives up what was typed.
    window.addEventListener('popstate', stopWaiting);
    return () => {
      window.removeEventListener('popstate', stopWaiting);
      stopWaiting();
    };
  }, [stopWaiting]);
  useEffect(() => {
    if (cameBack) typing.current = false;
    if (!form.current) return;
    // Chosen before scripts ran: the form is newer than the address.
    if (wasChangedEarly(form.current)) return send();
    // Something newer is on its way or about to be sent, so the form is newer than this answer.
    if (isLoading || isWaiting()) return;
    showValues(form.current, fieldValues(filter), cameBack);
    if (sent.current) leadToResults();
    sent.current = false;
  }, [filter, cameBack, isLoading, isWaiting, send]);

  return { form, send, sendSoon, isWaiting };
}

/** Skips the field being typed in, unless `all` says that the shopper went back to another state. */
function showValues(form: HTMLFormElement, values: Record<string, readonly string[]>, all: boolean): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    const wanted = values[control.name];
    if (!wanted) continue;
    if (control.type === 'radio' || control.type === 'checkbox') {
      (control as HTMLInputElement).checked = wanted.includes(control.value);
    } else if (all || control !== document.activeElement) {
      control.value = wanted[0] ?? '';
    }
  }
}
