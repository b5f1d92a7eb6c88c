/**
 * Scrolls to the start of the results after a choice further down the page. The page itself announces how many there
 * are.
 */
import { putFocus } from '#ui/put-focus.ts';

/** The id where a list's results start; also the anchor of a form without scripts. */
export const RESULTS_ID = 'results';

/** Space below the sticky bar at the top and above the one at the bottom; CSS pixels. */
const COVERED = 80;

/**
 * @param takeFocus when the shopper is done choosing. Otherwise focus stays on their field, and a field being typed in
 * stays in view.
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
  // Includes the active filters, which come before the heading.
  if (!isInSight(heading)) results.scrollIntoView();
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= COVERED && bottom <= window.innerHeight - COVERED;
}
