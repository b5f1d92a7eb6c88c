/** What the page says of a press whose request is lost. */
import { isRouteErrorResponse } from 'react-router';
import { BUSY, readUnavailable } from '#platform/pages/unavailable.ts';
import { statusOf } from './error-view.tsx';

export const NO_CONNECTION = 'No connection. Try again when you have a signal.';

const STILL_HERE = 'What you entered is still here.';

/**
 * What is said of a form whose request is lost. Whether the shop has done it is unknown when the answer got lost; a warning
 * is given where a second time would do harm: at work, without a key and without the version that it edits.
 * @param error null for an answer that did not come in time
 * @param form null for a press from before the page knew which; `isOnline` is of the moment it was sent
 */
export function lostWords(
  error: unknown,
  { path, isOnline, form }: { path: string; isOnline: boolean; form: HTMLFormElement | null },
): string {
  const status = error === null ? 0 : statusOf(error);
  if (isRouteErrorResponse(error) && readUnavailable(error.data)?.message === BUSY) return BUSY;
  if (status === 429) return 'Failed to save changes: too many requests. Try again in a minute.';
  if (status === 405)
    return 'Failed to save changes: the shop has a new version. Copy what you entered, and reload the page.';
  if (status === 0 && !isOnline) return `Failed to save changes: no connection. ${STILL_HERE}`;
  if (status === 500 || status === 503)
    return `Failed to save changes: something went wrong on our side. ${STILL_HERE}`;
  const has = (name: string) => Boolean(form?.elements.namedItem(name));
  if (has('key'))
    return `Failed to save changes: no answer from the shop. ${STILL_HERE} Try again: nothing is done twice.`;
  if (/^\/(admin|counter)\b/.test(path) && !has('version'))
    return 'No answer from the shop. We could not tell whether this was saved. Check before you try again.';
  return `Failed to save changes: no answer from the shop. ${STILL_HERE}`;
}
