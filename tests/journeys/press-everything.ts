/** Presses what a page has: folds, tabs, toggles, buttons, steppers, filters, sorts and searches, but not what ends a visit. */
import type { Page } from '@playwright/test';

/** Milliseconds for what a press brings: a dialog, an answer of the server. */
const SETTLE_MS = 150;

/**
 * Presses the first thing that is not among `pressed`, two of each kind, and returns its name; null if nothing is left.
 * @param pressed names that this function returned for the same page
 */
export async function pressNext(page: Page, pressed: readonly string[]): Promise<string | null> {
  try {
    return await page.evaluate(pressFirst, { pressed: [...pressed], settleMs: SETTLE_MS });
  } catch (error) {
    // The press led to another document.
    if (!/Execution context was destroyed|navigation/i.test(String(error))) throw error;
    await page.waitForLoadState();
    return `a press that left the page (${pressed.length + 1})`;
  }
}

async function pressFirst({
  pressed,
  settleMs,
}: {
  pressed: string[];
  settleMs: number;
}): Promise<string | null> {
  const ENDS =
    /sign out|log out|delete|download|print|export|end all|lock|hand over the tablet|share this tablet/i;
  const MOST_OF_A_KIND = 2;
  const things =
    'summary, button, select, [role=tab], input[type=checkbox], input[type=radio], input[type=search], input[type=number], main a[href]';
  const isOpen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) ||
    element.matches('input[type=radio], input[type=checkbox]');
  const wordsOf = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? element.innerText ?? '').replaceAll(/\s+/g, ' ').trim();
  const isHere = (link: HTMLAnchorElement) =>
    link.origin === location.origin && link.pathname === location.pathname && link.search !== location.search;
  const settle = () => new Promise((resolve) => setTimeout(resolve, settleMs));
  const put = (field: HTMLElement, value: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const press = async (element: HTMLElement) => {
    if (element instanceof HTMLSelectElement) {
      const other = [...element.options].find((each) => !each.selected && !each.disabled);
      if (other) put(element, other.value);
    } else if (element.matches('input[type=search]')) {
      put(element, 'zzzzzz');
      await settle();
      put(element, '');
    } else if (element.matches('input[type=number]')) put(element, '3');
    else element.click();
  };
  // A dialog that is open has the page's attention.
  const dialog = document.querySelector<HTMLElement>('dialog[open]');
  const seen = new Map<string, number>();
  for (const name of pressed) {
    const kind = name.split(' | ')[0] ?? '';
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(things)) {
    if (!isOpen(element) || element.matches(':disabled')) continue;
    if (element instanceof HTMLAnchorElement && !isHere(element)) continue;
    const words = wordsOf(element);
    const form = element.closest('form');
    const about = `${words} ${form?.getAttribute('action') ?? ''} ${element.getAttribute('value') ?? ''}`;
    if (ENDS.test(about)) continue;
    const kind = [
      element.localName,
      element.getAttribute('type') ?? '',
      element.getAttribute('name') ?? '',
      // 'Favorite: Bluestone' and 'Favorite: Confluence' are one kind.
      element.localName === 'a' ? 'link' : (words.replaceAll(/\d+/g, '#').split(' ')[0] ?? ''),
    ].join(' ');
    const name = `${kind} | ${words}`.slice(0, 120);
    if (pressed.includes(name) || (seen.get(kind.slice(0, 120)) ?? 0) >= MOST_OF_A_KIND) continue;
    await press(element);
    await settle();
    return name;
  }
  if (dialog === null) return null;
  (dialog as HTMLDialogElement).close();
  return `close the dialog (${pressed.length + 1})`;
}
