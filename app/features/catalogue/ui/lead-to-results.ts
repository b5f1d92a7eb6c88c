/**
 * Shows the results from their beginning to whoever has chosen something further down. How many there are, the page
 * says itself.
 */
import { putFocus } from '#ui/put-focus.ts';

/** Where the results of a list begin; also what the address of a form without scripts names. */
export const RESULTS_ID = 'results';

/** Below the bar that stays at the top, and above the one that stays at the bottom; CSS pixels. */
const COVERED = 80;

/**
 * @param takeFocus for those who are done choosing. Whoever is still at it keeps their field, and whoever types keeps it
 * in sight.
 */
export function leadToResults({ takeFocus = false } = {}): void {
  const heading = document.querySelector<HTMLElement>(`#${RESULTS_ID} h2`);
  if (!heading) return;
  const field = document.activeElement;
  const isTyping = !takeFocus && field instanceof HTMLInputElement && field.type === 'search';
  if (takeFocus) putFocus(heading);
  keepInSight(isTyping ? field : heading);
}

function keepInSight(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < COVERED || bottom > window.innerHeight - COVERED) element.scrollIntoView();
}
