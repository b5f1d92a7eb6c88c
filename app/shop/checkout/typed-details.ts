/**
 * Keeps what a guest has typed at checkout in this tab, but the password, so that a reload loses nothing. It ends with
 * the tab, with a sign-up or a sign-in, and after as long as the shop holds a cart by default.
 */
import { type RefObject, useEffect } from 'react';
import { useNavigation } from 'react-router';

const KEY = 'checkout-typed';
/** Milliseconds. */
const LASTS = 30 * 60 * 1000;

/**
 * @param isGuest signed-in people have their details in their account
 * @param isShown the form is, unlike while the cart is empty
 */
export function useTypedDetails(
  form: RefObject<HTMLFormElement | null>,
  isGuest: boolean,
  isShown: boolean,
): void {
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (!isGuest) return deleteTyped();
    const own = form.current;
    if (!own || !isShown) return;
    restore(own);
    const save = () => saveTyped(own);
    own.addEventListener('input', save);
    own.addEventListener('submit', deleteTyped);
    return () => {
      own.removeEventListener('input', save);
      own.removeEventListener('submit', deleteTyped);
    };
  }, [form, isGuest, isShown]);
  // The page is still here after an answer: it was refused, or did not arrive.
  useEffect(() => {
    if (isGuest && isIdle && form.current && hasTyped(form.current)) saveTyped(form.current);
  }, [form, isGuest, isIdle]);
}

type Kept = HTMLInputElement | HTMLTextAreaElement;

/** Its fields that people fill in, but passwords. */
function keptFields(form: HTMLFormElement): Kept[] {
  const isField = (field: Element): field is Kept =>
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !['hidden', 'password', 'submit'].includes(field.type));
  return [...form.elements].filter(isField);
}

const isRadio = (field: Kept) => field.type === 'radio';

const hasTyped = (form: HTMLFormElement): boolean =>
  keptFields(form).some((field) => !isRadio(field) && field.value !== '');

function saveTyped(form: HTMLFormElement): void {
  const fields = keptFields(form)
    .filter((field) => (isRadio(field) ? (field as HTMLInputElement).checked : field.value !== ''))
    .map(({ name, value }) => [name, value]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: Date.now(), fields }));
  } catch {
    // Blocked: a reload loses it.
  }
}

function deleteTyped(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Blocked: nothing is there.
  }
}

/** Fills in what is empty and chooses the day, the part of the day and the time again, unless it is full. */
function restore(form: HTMLFormElement): void {
  const typed = readTyped();
  for (const field of keptFields(form)) {
    const value = typed.find(
      ([name, each]) => name === field.name && (!isRadio(field) || each === field.value),
    )?.[1];
    if (value === undefined || field.disabled) continue;
    if (isRadio(field)) {
      if (!(field as HTMLInputElement).checked) field.click();
    } else if (field.value === '') {
      field.value = value;
      const fold = field.closest('details');
      if (fold) fold.open = true;
    }
  }
}

function readTyped(): [name: string, value: string][] {
  try {
    const { at, fields } = JSON.parse(sessionStorage.getItem(KEY) ?? '');
    return Date.now() - Number(at) < LASTS ? fields : [];
  } catch {
    return [];
  }
}
