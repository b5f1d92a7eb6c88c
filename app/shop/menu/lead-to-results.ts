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
  const results = document.getElementById(RESULTS_ID);
  const heading = results?.querySelector('h2');
  if (!results || !heading) return;
  const field = document.activeElement;
  if (takeFocus) putFocus(heading);
  else if (field instanceof HTMLInputElement && field.type === 'search') {
    if (!isInSight(field)) field.scrollIntoView();
    return;
  }
  // With the chosen filters, which stand before the heading.
  if (!isInSight(heading)) results.scrollIntoView();
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= COVERED && bottom <= window.innerHeight - COVERED;
}
