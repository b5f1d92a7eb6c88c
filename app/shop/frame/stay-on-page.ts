/** Leaves the page as it is when the next one cannot be loaded without a network. */
import { useEffect } from 'react';
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';
import { statusOf } from '#core/frame/error-view.tsx';
import { SHELL_ROUTE } from '#core/frame/shell-data.ts';
import { useToast } from '#ui/toast.tsx';

type Shown = { path: string; stay: () => Promise<void> | void };

/** The page of the shop that is shown; undefined before its scripts run, and while an error is shown in its place. */
let shown: Shown | undefined;

/** Where the last navigation leads. */
let wanted: string | undefined;

/** Whether the server has just done what a form asked for. */
let justSent = false;

/** Whether the page that loads follows a form: the one that is shown is out of date. */
let followsForm = false;

/** Whether scripts of a page failed to load: the router waits for them until a new document is opened. */
let lacksScripts = false;

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** Whether the page that is shown may stay. After Back the browser already has the other page's address. */
const mayStay = (): boolean => shown !== undefined && !followsForm && pathOf(location) === shown.path;

/**
 * Answers a navigation without a network by the page that is shown. What is lost after Back, or after an action that the
 * server has done, has no page to stay on: the error page shows inside the frame, and loads by itself.
 */
export const stayOnPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const path = pathOf(new URL(request.url));
  const isForm = request.method !== 'GET';
  const isNavigation = isForm || path !== shown?.path;
  followsForm = justSent && !isForm;
  justSent = false;
  if (isNavigation) wanted = path;
  if (isNavigation && !isForm && lacksScripts && (await openOrStay())) return {};
  const results = await next();
  const isLost = Object.values(results).some(({ result }) => statusOf(result) === 0);
  const stays = mayStay();
  justSent = isForm && !isLost;
  followsForm = false;
  if (!isLost || !shown || request.signal.aborted) return results;
  if (stays) {
    // Data that is loaded again: what is shown stays.
    if (!isNavigation) return {};
    await shown.stay();
  }
  // The frame has its data already.
  delete results[SHELL_ROUTE];
  return results;
};

/**
 * Opens the wanted page as a new document if the shop can be reached, and this one then does nothing more. Returns whether
 * the navigation is left behind: not where an error is shown, which has no page to stay on.
 */
async function openOrStay(): Promise<boolean> {
  const path = wanted ?? pathOf(location);
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  // Another link was pressed since.
  if ((wanted ?? path) !== path) return true;
  if (answer) {
    location.assign(path);
    await new Promise(() => {});
  }
  if (!shown) return false;
  if (path !== shown.path) await shown.stay();
  return true;
}

/**
 * When scripts of a route fail to load, also those fetched ahead, the router reloads the document at the address that is
 * shown.
 */
function divertReload(event: NavigateEvent): void {
  const isByScript = event.navigationType === 'reload' && !event.userInitiated;
  if (!isByScript || !mayStay()) return;
  event.preventDefault();
  lacksScripts = true;
  void openOrStay();
}

/** Use once in the frame of the shop, beside every page but an error. */
export function StayOnPage(): null {
  const here = useLocation();
  const { state } = useNavigation();
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => {
    const path = pathOf(here);
    shown = {
      path,
      stay: () => {
        wanted = path;
        toast.show('No connection. Try again when you have a signal.');
        // Takes the place of the navigation that failed, and loads nothing.
        return navigate(here, {
          replace: true,
          state: here.state,
          preventScrollReset: true,
          defaultShouldRevalidate: false,
        });
      },
    };
    wanted = path;
    return () => {
      shown = undefined;
    };
  }, [here, navigate, toast]);
  useEffect(() => {
    // A form that was refused has no page that follows.
    if (state === 'idle') justSent = false;
  }, [state]);
  useEffect(() => {
    window.navigation?.addEventListener('navigate', divertReload);
    return () => window.navigation?.removeEventListener('navigate', divertReload);
  }, []);
  return null;
}
