/** Which answers of the router mean that a request is lost. */
import type { DataStrategyResult } from 'react-router';
import { statusOf } from './error-view.tsx';

/** No network, an answer that a proxy or an overloaded shop gave in place of the page's data, or a fault of ours. */
const LOST_FORM: ReadonlySet<number> = new Set([0, 405, 408, 429, 500, 502, 503, 504]);
/** A page that the shop itself cannot show loads again by itself. */
const LOST_PAGE: ReadonlySet<number> = new Set([0, 408, 502, 504]);
/** The page that is shown asks for its data again: while the shop cannot answer, it stays. */
const LOST_RELOAD: ReadonlySet<number> = new Set([...LOST_PAGE, 429, 503]);

/** The status text of a page that the counter's tablet has no copy of: one that is shown stays. */
export const NO_COPY = 'No copy';

/**
 * A request without an answer for this long is lost, in milliseconds: 30 seconds, and with a file as long as the server
 * receives one (`receive-upload`), and 20 seconds for its answer.
 */
export const patienceOf = ({ headers }: Pick<Request, 'headers'>): number =>
  headers.get('Content-Type')?.startsWith('multipart/') ? 200_000 : 30_000;

/**
 * The first error that means that the request is lost; undefined if it is answered.
 * @param isShown whether the page that it is for is the one that is shown
 */
export function lostOf(
  results: Record<string, DataStrategyResult>,
  isForm: boolean,
  isShown = false,
): { error: unknown } | undefined {
  const lost = isForm ? LOST_FORM : isShown ? LOST_RELOAD : LOST_PAGE;
  const errors = Object.values(results)
    // A redirect that a route throws arrives as an error, too: it is an answer.
    .filter(({ type, result }) => type === 'error' && !(result instanceof Response))
    .map(({ result }) => result);
  const found = errors.findIndex(
    (error) => lost.has(statusOf(thrownOf(error))) || (isShown && lacksCopy(error)),
  );
  return found === -1 ? undefined : { error: thrownOf(errors[found]) };
}

const lacksCopy = (result: unknown): boolean => isWrapped(result) && result.init?.statusText === NO_COPY;

/** What was thrown: the router wraps what an action throws as `data` does. */
const thrownOf = (result: unknown): unknown => (isWrapped(result) ? result.data : result);

type Wrapped = { data: unknown; init: ResponseInit | null };

const isWrapped = (result: unknown): result is Wrapped =>
  typeof result === 'object' && result !== null && 'data' in result && 'init' in result;

const REACHES_WITHIN_MS = 10_000;

/** Whether the shop answers. */
export const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(REACHES_WITHIN_MS) }).then(
    () => true,
    () => false,
  );
