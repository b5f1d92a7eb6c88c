/**
 * Leaves the page as it is when a request of the router is lost: typed text, open dialogs and scroll position stay, a
 * message says what is not saved, and 'Try again' repeats the press. The one place for the forms and links of every wing.
 */
import { type ComponentType, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  createPath,
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useSubmit,
} from 'react-router';
import { noteLostForm } from '#ui/form/lost-forms.ts';
import { ToastProvider, useToast } from '#ui/toast.tsx';
import { lostOf, lostWords, NO_CONNECTION, patienceOf } from './lost-request.ts';
import {
  guardDocuments,
  isReachable,
  listenForPresses,
  type Press,
  pressAgain,
  pressOf,
  reopen,
} from './pressed-form.ts';
import { guardLinks } from './route-scripts.ts';

type Results = Record<string, DataStrategyResult>;

type Page = {
  path: string;
  /** The routes of the page that have their data. */
  loaded: readonly string[];
  /** Takes the place of the navigation that is lost, and loads nothing. */
  stay(): Promise<void>;
  /** Says what is lost, and offers to do it again. */
  say(words: string, lost: Lost): void;
};

/** How to repeat what is lost: by the same press, or, of what a script sent, with the same fields. */
type Lost = { press: Press | null; sent: Request | null; path: string };

/** Until the page has done what it does after a form, such as closing its dialog; in milliseconds. */
const SETTLE_MS = 100;

/** The page that is shown; undefined before this runs. */
let page: Page | undefined;

/** Where the last navigation leads. */
let wanted: string | undefined;

/** Whether the page takes the place of a navigation that is lost. */
let isStaying = false;

/** Whether the router sends a form, and not one of its fetchers. */
let isSubmitting = false;

/** What the server answered to the form that the page shows. */
let answered: Results | undefined;

/** Whether the server has just done what a form asked for. */
let justSent = false;

/** Whether the page that loads follows a form: the one that is shown is out of date. */
let followsForm = false;

/** Whether scripts of a page failed to load: the router waits for them until a new document is opened. */
let lacksScripts = false;

/** The answer to a request that is lost. */
const NOTHING: Results = { root: { type: 'data', result: undefined } };

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** The page, if it may stay: an error has no page, and after Back the browser already has the other page's address. */
const stayingPage = (): Page | undefined =>
  !followsForm && page?.path === pathOf(location) && !document.querySelector('[data-error]')
    ? page
    : undefined;

/**
 * Runs around every request of the router. What is lost after Back, or after an action that the server has done, has no
 * page to stay on: the error page shows inside the frame.
 */
export const stayOnPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const path = pathOf(new URL(request.url));
  const isForm = request.method !== 'GET';
  const isHere = path === page?.path;
  if (isStaying && isHere) return isForm ? (answered ?? NOTHING) : {};
  followsForm = justSent && !isForm;
  justSent = false;
  if (isForm || !isHere) wanted = path;
  const press = pressOf(request);
  const sent = isForm && !press ? request.clone() : null;
  if (!isForm && !isHere && lacksScripts && (await openOrStay())) return {};

  const results = await withPatience(next(), request);
  const lost = results ? lostOf(results, isForm) : { error: null };
  if (!lost || request.signal.aborted) {
    if (isForm) answered = isSubmitting && results ? withoutRedirects(results) : answered;
    else if (!followsForm) answered = undefined;
    justSent = isForm;
    followsForm = false;
    return results ?? {};
  }
  const stays = stayingPage();
  followsForm = false;
  if (!stays) return withoutFrames(results);
  // Data that is loaded again: what is shown stays.
  if (!isForm && isHere) return {};
  if (isForm) noteLostForm();
  await stays.stay();
  const words = isForm ? lostWords(lost.error, { path, press }) : NO_CONNECTION;
  stays.say(words, { press, sent, path });
  // The navigation is over. A fetcher goes on, with no answer.
  return NOTHING;
};

/** Null without an answer in time. */
function withPatience(work: Promise<Results>, request: Request): Promise<Results | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), patienceOf(request));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const withoutRedirects = (results: Results): Results | undefined =>
  Object.values(results).some(({ type, result }) => type === 'error' || result instanceof Response)
    ? undefined
    : results;

/** The error page of what is lost, inside the frame: it has its data already. */
function withoutFrames(results: Results | null): Results {
  if (!results) throw new TypeError('fetch: no answer in time');
  for (const id of page?.loaded.slice(0, -1) ?? []) delete results[id];
  return results;
}

/**
 * Opens the wanted page as a new document if the shop can be reached, and this one then does nothing more. Returns whether
 * the navigation is left behind: not where an error is shown, which has no page to stay on.
 */
async function openOrStay(): Promise<boolean> {
  const path = wanted ?? pathOf(location);
  const answers = await isReachable();
  // Another link was pressed since.
  if ((wanted ?? path) !== path) return true;
  if (answers) {
    location.assign(path);
    await new Promise(() => {});
  }
  const stays = stayingPage();
  if (!stays) return false;
  if (path !== stays.path) {
    await stays.stay();
    stays.say(NO_CONNECTION, { press: null, sent: null, path });
  }
  return true;
}

/**
 * When scripts of a route fail to load, also those fetched ahead, the router reloads the document at the address that is
 * shown.
 */
function divertReload(event: NavigateEvent): void {
  const isByScript = event.navigationType === 'reload' && !event.userInitiated;
  if (!isByScript || !stayingPage()) return;
  event.preventDefault();
  lacksScripts = true;
  void openOrStay();
}

/** Use once in the document, beside its pages. */
export const StayOnPage: ComponentType = () => {
  const [presses, setPresses] = useState(0);
  const { pathname } = useLocation();
  // What is said of a press is over at the next one.
  return (
    <ToastProvider key={presses} side={/^\/(admin|counter)\b/.test(pathname) ? 'end' : 'middle'}>
      <Stay onPress={() => setPresses((count) => count + 1)} />
    </ToastProvider>
  );
};

type Said = { words: string; lost: Lost };

/** Shows what is lost, in the dialog that it was sent from, once the page has nothing left to do. */
function useSaid(said: Said | null, isIdle: boolean): void {
  const toast = useToast();
  const navigate = useNavigate();
  const submit = useSubmit();
  const shown = useRef<Said>(null);
  const show = useEffectEvent(({ words, lost: { press, sent, path } }: Said) => {
    if (press) reopen(press);
    const again = async () => {
      if (press && pressAgain(press)) return;
      if (!sent) return navigate(path);
      const isMultipart = sent.headers.get('Content-Type')?.startsWith('multipart/');
      const encType = isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
      return submit(await sent.clone().formData(), { method: 'post', action: path, encType });
    };
    toast.show(words, {
      tone: 'error',
      lasts: true,
      page: page?.path ?? path,
      inside: press?.dialog?.open ? press.dialog : null,
      action: { label: 'Try again', onPress: () => void again() },
    });
  });
  useEffect(() => {
    if (!said || !isIdle || shown.current === said) return;
    const timer = setTimeout(() => {
      shown.current = said;
      show(said);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [said, isIdle]);
}

function Stay({ onPress }: { onPress(): void }): null {
  const here = useLocation();
  const matches = useMatches();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { state } = useNavigation();
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    const path = pathOf(here);
    const inPlace = {
      replace: true,
      state: here.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    };
    page = {
      path,
      loaded: matches.map(({ id }) => id),
      stay: async () => {
        wanted = path;
        isStaying = true;
        try {
          // A form's answer is shown until the next navigation, unless this is a form too.
          if (answered) await submit(null, { ...inPlace, method: 'post', action: createPath(here) });
          else await navigate(here, inPlace);
        } finally {
          isStaying = false;
        }
      },
      say: (words, lost) => startTransition(() => setSaid({ words, lost })),
    };
    wanted = path;
  }, [here, matches, navigate, submit]);
  useSaid(said, state === 'idle');
  useEffect(() => {
    isSubmitting = state === 'submitting';
    // A form that was refused has no page that follows.
    if (state === 'idle') justSent = false;
  }, [state]);
  useEffect(() => listenForPresses(() => said && onPress()), [said, onPress]);
  useEffect(
    () =>
      guardDocuments((path, press) => {
        const words = press ? lostWords(null, { path, press }) : NO_CONNECTION;
        page?.say(words, { press, sent: null, path });
      }),
    [],
  );
  const openPath = useEffectEvent((path: string) => void navigate(path));
  useEffect(
    () =>
      guardLinks(
        (path) => openPath(path),
        (path) => page?.say(NO_CONNECTION, { press: null, sent: null, path }),
      ),
    [],
  );
  useEffect(() => {
    window.navigation?.addEventListener('navigate', divertReload);
    return () => window.navigation?.removeEventListener('navigate', divertReload);
  }, []);
  return null;
}
