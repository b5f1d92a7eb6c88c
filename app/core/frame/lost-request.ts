/** Which answers of the router mean that a request is lost, and what the page says then. */
import { type DataStrategyResult, isRouteErrorResponse } from 'react-router';
import { BUSY, readUnavailable } from '#platform/pages/unavailable.ts';
import { statusOf } from './error-view.tsx';

/** No network, an answer that a proxy or an overloaded shop gave in place of the page's data, or a fault of ours. */
const LOST_FORM: ReadonlySet<number> = new Set([0, 405, 408, 429, 500, 502, 503, 504]);
/** A page that the shop itself cannot show loads again by itself. */
const LOST_PAGE: ReadonlySet<number> = new Set([0, 408, 502, 504]);

/**
 * A request without an answer for this long is lost, in milliseconds: 30 seconds, and with a file as long as the server
 * receives one (`receive-upload`), and 20 seconds for its answer.
 */
export const patienceOf = ({ headers }: Pick<Request, 'headers'>): number =>
  headers.get('Content-Type')?.startsWith('multipart/') ? 200_000 : 30_000;

/** The first error that means that the request is lost; undefined if it is answered. */
export function lostOf(
  results: Record<string, DataStrategyResult>,
  isForm: boolean,
): { error: unknown } | undefined {
  const lost = isForm ? LOST_FORM : LOST_PAGE;
  const errors = Object.values(results)
    // A redirect that a route throws arrives as an error, too: it is an answer.
    .filter(({ type, result }) => type === 'error' && !(result instanceof Response))
    .map(({ result }) => thrownOf(result));
  const found = errors.findIndex((error) => lost.has(statusOf(error)));
  return found === -1 ? undefined : { error: errors[found] };
}

/** What was thrown: the router wraps what an action throws as `data` does. */
function thrownOf(result: unknown): unknown {
  const isWrapped = typeof result === 'object' && result !== null && 'data' in result && 'init' in result;
  return isWrapped ? result.data : result;
}

export const NO_CONNECTION = 'No connection. Try again when you have a signal.';

const STILL_HERE = 'What you entered is still here.';

type Sender = { form: HTMLFormElement; isOnline: boolean };

/**
 * What is said of a form whose request is lost. Whether the shop has done it is unknown when the answer got lost; a warning
 * is given where a second time would do harm: at work, without a key and without the version that it edits.
 * @param error null for an answer that did not come in time
 */
export function lostWords(error: unknown, { path, press }: { path: string; press: Sender | null }): string {
  const status = error === null ? 0 : statusOf(error);
  if (isRouteErrorResponse(error) && readUnavailable(error.data)?.message === BUSY) return BUSY;
  if (status === 429) return 'Failed to save changes: too many requests. Try again in a minute.';
  if (status === 405)
    return 'Failed to save changes: the shop has a new version. Copy what you entered, and reload the page.';
  if (status === 0 && press?.isOnline === false)
    return `Failed to save changes: no connection. ${STILL_HERE}`;
  if (status === 500 || status === 503)
    return `Failed to save changes: something went wrong on our side. ${STILL_HERE}`;
  const has = (name: string) => Boolean(press?.form.elements.namedItem(name));
  if (has('key'))
    return `Failed to save changes: no answer from the shop. ${STILL_HERE} Try again: nothing is done twice.`;
  if (/^\/(admin|counter)\b/.test(path) && !has('version'))
    return 'No answer from the shop. We could not tell whether this was saved. Check before you try again.';
  return `Failed to save changes: no answer from the shop. ${STILL_HERE}`;
}
