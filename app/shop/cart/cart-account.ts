/** Reads and saves the cart of a customer's account; what fails is tried again at the next change or page. */
import type { SavedCart } from '#core/sales/checkout/cart.ts';

/** How long changes are collected before they are saved. */
const PAUSE_MS = 400;

/** The cart waits for no answer longer than this. */
const LONGEST_MS = 8000;

let timer: ReturnType<typeof setTimeout> | undefined;

const PATH = '/api/saved-cart';

/** null when the server cannot be reached, or `owner` is no longer signed in: another tab may have another session. */
export function readAccountCart(owner: string): Promise<SavedCart | null> {
  return ask(`${PATH}?${new URLSearchParams({ owner })}`, { method: 'GET' }, [200]);
}

/** Returns the account's cart: this one, or another device's if that has saved since. */
export function saveAccountCart(owner: string, { lines, version }: SavedCart): Promise<SavedCart | null> {
  const body = new URLSearchParams({ owner, lines, seen: String(version) });
  // A save continues after the user leaves the page.
  return ask(PATH, { method: 'POST', body, keepalive: true }, [200, 409]);
}

async function ask(
  path: string,
  init: RequestInit,
  understood: readonly number[],
): Promise<SavedCart | null> {
  try {
    const response = await fetch(path, {
      ...init,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    return understood.includes(response.status) ? ((await response.json()) as SavedCart) : null;
  } catch {
    return null;
  }
}

/** Runs `work` once, a moment after the last call. */
export function soon(work: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(work, PAUSE_MS);
}
