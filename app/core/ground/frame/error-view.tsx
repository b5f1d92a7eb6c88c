/** Renders what went wrong, in one sentence, and a way out. One page for every status. */
import { use, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router';
import { BUSY, readSessionEnded, readUnavailable } from '#platform/pages/unavailable.ts';
import { type StatusWords, statusWords } from '#platform/status-words.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { isBeforeHydration } from '#ui/early-presses.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadAgainWhenBack } from '#ui/load-again.tsx';
import { isLostRequest, isOfServer, reportRenderError } from './render-error.ts';
import { SessionEnded } from './session-ended.tsx';
import type { RootData } from './shell-route.ts';
import { type Home, Unavailable } from './unavailable-page.tsx';

type Words = StatusWords & { wayOut: 'shop' | 'retry' | 'sign-in' };

/** Statuses whose way out does not simply lead back to the shop. */
const waysOut: Record<number, Words['wayOut']> = {
  401: 'sign-in',
  409: 'retry',
  413: 'retry',
  415: 'retry',
  429: 'retry',
  500: 'retry',
  503: 'retry',
};

const general: Words = { title: 'That did not work.', text: 'Go back and try again.', wayOut: 'shop' };

const offline: Words = {
  title: 'No connection.',
  text: 'We could not load the page. Your cart is saved on this device. Try again when you have a signal.',
  wayOut: 'retry',
};

/** The status of anything a route can throw: 0 when the network failed in the browser, 500 for a bug. */
export function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return isLostRequest(error) ? 0 : 500;
}

/** The status of an action whose server or database could not be reached. */
export const OUT_OF_REACH = 503;

/** Whether an action failed in transit, or because the database is unavailable. */
export const isOutOfReach = (thrown: unknown): boolean =>
  thrown instanceof TypeError || (isRouteErrorResponse(thrown) && thrown.status === OUT_OF_REACH);

/** The explanation a route threw with its status, if it is meant for people and not a report of a fault. */
export function messageOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status >= 500) return undefined;
  const said: unknown = error.data;
  return typeof said === 'string' && said !== '' && said.length <= 300 && !said.startsWith('Error:')
    ? said
    : undefined;
}

function wordsFor(status: number): Words {
  if (status === 0) return offline;
  const known = status in statusWords || status < 500 ? status : 500;
  const words = statusWords[known];
  return words ? { ...words, wayOut: waysOut[known] ?? 'shop' } : general;
}

/** The title of the page that replaces the failed one. */
export function errorTitle(error: unknown): string {
  return wordsFor(statusOf(error)).title.replace(/\.$/, '');
}

const SHOP: Home = { to: '/products', label: 'the shop' };
export const DASHBOARD: Home = { to: '/admin/dashboard', label: 'Dashboard' };
export const BOARD: Home = { to: '/counter', label: 'Board' };

/** A promise that never resolves: React shows what was there before for as long as a render waits. */
const NEVER = new Promise<never>(() => undefined);

/** `status` 0 is a lost connection. `message` replaces the status's own explanation. */
export function ErrorPage(props: { status: number; message?: string; home?: Home }) {
  const error = useRouteError();
  // A first render that fails in the browser leaves the server's page as it is, which works without scripts.
  if (isBeforeHydration() && !document.querySelector('[data-error-page]')) {
    void reportRenderError(error);
    use(NEVER);
  }
  return (
    <div className="contents" data-error-page="">
      <Explanation {...props} />
    </div>
  );
}

function Explanation({ status, message, home = SHOP }: { status: number; message?: string; home?: Home }) {
  const error = useRouteError();
  const unavailable = isRouteErrorResponse(error) ? readUnavailable(error.data) : null;
  if (unavailable)
    return <Unavailable sent={unavailable.sent} isBusy={unavailable.message === BUSY} home={home} />;
  const ended = isRouteErrorResponse(error) ? readSessionEnded(error.data) : null;
  if (ended) return <SessionEnded {...ended} />;
  const { title, text, wayOut } = wordsFor(status);
  return (
    <div className="shell" data-error>
      <EmptyState title={title} action={<WayOut kind={wayOut} home={home} />}>
        <p>{message ?? text}</p>
        {status === 500 ? <Logged error={error} /> : null}
        {status === 0 && home === SHOP ? <LoadAgainWhenBack /> : null}
        {status >= 400 && status !== 404 ? <Reference /> : null}
      </EmptyState>
    </div>
  );
}

/** Says that the error is in our log, once it is. */
function Logged({ error }: { error: unknown }) {
  const [isLogged, setLogged] = useState(isOfServer(error));
  useEffect(() => {
    if (!isOfServer(error)) void reportRenderError(error).then(setLogged);
  }, [error]);
  return isLogged ? <p>We’ve logged it.</p> : null;
}

/** The request's id in our log. Known only for the page's own request, not for later ones. */
function Reference() {
  const requestId = useRouteLoaderData<RootData>('root')?.requestId;
  const isFirstRequest = useLocation().key === 'default';
  if (!requestId || !isFirstRequest) return null;
  return (
    <p className="mt-4 text-xs">
      If you write to us about it, give this reference:{' '}
      <span className="figures break-all font-medium">{requestId}</span>
    </p>
  );
}

function WayOut({ kind, home }: { kind: Words['wayOut']; home: Home }) {
  const { pathname, search } = useLocation();
  const back = (
    <ButtonLink
      to={home.to}
      rank={kind === 'shop' ? 'primary' : 'secondary'}
      reloadDocument={kind === 'retry'}
    >
      Back to {home.label}
    </ButtonLink>
  );
  return (
    <div className="mt-2 flex flex-wrap justify-center gap-3">
      {kind === 'retry' ? <Retry href={pathname + search} /> : null}
      {kind === 'sign-in' ? (
        <ButtonLink to={`/login?returnTo=${encodeURIComponent(pathname + search)}`}>Sign In</ButtonLink>
      ) : null}
      {back}
    </div>
  );
}

/**
 * A whole new request: after an error nothing on the page can be relied on. Without JavaScript, a plain link does it.
 */
function Retry({ href }: { href: string }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) {
    return (
      <ButtonLink to={href} reloadDocument>
        Try again
      </ButtonLink>
    );
  }
  return <Button onClick={() => location.reload()}>Try again</Button>;
}
