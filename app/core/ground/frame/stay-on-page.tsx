/**
 * Leaves the page as it is when a request of the router is lost: typed text, open dialogs and scroll position stay, a
 * message says what is not saved, and 'Try again' repeats the press. The one place for the forms and links of every wing.
 * This part comes with every page, because the network may be lost in a page's first moments; `lost-press` loads when the page
 * is used.
 */
import { type ComponentType, startTransition, useEffect, useEffectEvent, useState } from 'react';
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
import type { Lost } from './lost-press.tsx';
import { isReachable, lostOf, patienceOf } from './lost-request.ts';
import { whenUsed } from './when-used.ts';

type Results = Record<string, DataStrategyResult>;

type Page = {
  path: string;
  /** The routes of the page that have their data. */
  loaded: readonly string[];
  /** Takes the place of the navigation that is lost, and loads nothing. */
  stay(): Promise<void>;
  /** Says what is lost, and offers to do it again. */
  say(lost: Lost): void;
};

const loadRest = () => import('./lost-press.tsx');

/** Undefined until the page is used, and where it cannot load. */
let rest: Awaited<ReturnType<typeof loadRest>> | undefined;

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
  const isOnline = navigator.onLine;
  if (isStaying && isHere) return isForm ? (answered ?? NOTHING) : {};
  followsForm = justSent && !isForm;
  justSent = false;
  if (isForm || !isHere) wanted = path;
  const repeat = rest?.repeatOf(request) ?? null;
  if (!isForm && !isHere && lacksScripts && (await openOrStay())) return {};

  const results = await withPatience(next(), request);
  const lost = results ? lostOf(results, isForm, isHere) : { error: null };
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
  stays.say({ page: stays.path, path, isForm, isOnline, error: lost.error, repeat });
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
    stays.say(lostLink(path));
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

const lostLink = (path: string): Lost => ({
  ...{ page: pathOf(location), path, isForm: false, isOnline: navigator.onLine },
  ...{ error: null, repeat: null },
});

/** Use once in the document, beside its pages. */
export const StayOnPage: ComponentType = () => {
  const here = useLocation();
  const matches = useMatches();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { state } = useNavigation();
  const [lost, setLost] = useState<Lost | null>(null);
  const [Rest, setRest] = useState<typeof rest>();
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
      say: (lost) => startTransition(() => setLost(lost)),
    };
    wanted = path;
  }, [here, matches, navigate, submit]);
  useEffect(() => {
    isSubmitting = state === 'submitting';
    // A form that was refused has no page that follows.
    if (state === 'idle') justSent = false;
  }, [state]);
  useEffect(() => {
    window.navigation?.addEventListener('navigate', divertReload);
    return () => window.navigation?.removeEventListener('navigate', divertReload);
  }, []);
  const start = useEffectEvent(() => {
    const use = (loaded: typeof rest) => {
      rest = loaded;
      setRest(loaded);
    };
    void loadRest().then(use, () => undefined);
  });
  useEffect(() => whenUsed(() => start()), []);
  // It could not load before: perhaps it can now.
  useEffect(() => {
    if (lost && !rest) start();
  }, [lost]);
  if (Rest)
    return (
      <Rest.ShowLost
        lost={lost}
        isIdle={state === 'idle'}
        lose={(lost) => setLost({ ...lostLink(lost.path), ...lost })}
      />
    );
  return lost?.page === pathOf(here) ? <Words lost={lost} onPress={() => setLost(null)} /> : null;
};

const STILL_HERE = 'What you entered is still here.';

/** Says it without 'Try again': the button that was pressed is still on the page. */
function Words({ lost: { isForm, isOnline }, onPress }: { lost: Lost; onPress(): void }) {
  // It is over at the next press.
  useEffect(() => {
    addEventListener('submit', onPress, true);
    return () => removeEventListener('submit', onPress, true);
  }, [onPress]);
  const form = isOnline
    ? `No answer from the shop. ${STILL_HERE} Check whether it was saved before you try again.`
    : `Failed to save changes: no connection. ${STILL_HERE}`;
  return (
    <section ref={(element) => element?.showPopover?.()} popover="manual" className="toasts">
      <p role="alert" className="toast" data-tone="error">
        {isForm ? form : 'No connection. Try again when you have a signal.'}
      </p>
    </section>
  );
}
