/** Leaves the page as it is when the next one cannot be loaded without a network. */
import { type ContextType, useContext, useEffect } from 'react';
import { type DataStrategyResult, type MiddlewareFunction, UNSAFE_DataRouterContext } from 'react-router';
import { statusOf } from '#core/frame/error-view.tsx';
import { SHELL_ROUTE } from '#core/frame/shell-data.ts';
import { useToast } from '#ui/toast.tsx';

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router'];

/** The router while a page of the shop is shown whose scripts run. */
let router: Router | undefined;
let stay: () => Promise<void> | undefined;

/** Routes whose scripts failed to load once: the router waits for them forever. */
const stuck = new Set<string>();

/**
 * Answers a navigation without a network by the page that is shown. What is lost after Back, or after an action that the
 * server has done, has no page to stay on: the error page shows inside the frame, and loads by itself.
 */
export const stayOnPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const { location, matches } = router?.state.navigation ?? {};
  const isNavigation = location?.pathname === new URL(request.url).pathname;
  if (isNavigation && matches?.some(({ route }) => stuck.has(route.id))) await openOrStay();
  const results = await next();
  const isLost = Object.values(results).some(({ result }) => statusOf(result) === 0);
  if (!isLost || !router || request.signal.aborted) return results;
  const stays = mayStay(router);
  // Data that is loaded again: what is shown stays.
  if (!isNavigation) return stays && router.state.revalidation === 'loading' ? {} : results;
  if (stays) await stay();
  delete results[SHELL_ROUTE];
  return results;
};

function mayStay({ state }: Router): boolean {
  const { formMethod, historyAction, state: step } = state.navigation;
  return !state.errors && historyAction !== 'POP' && (step !== 'loading' || formMethod !== 'POST');
}

/** Opens the wanted page as a new document, or loads the one that is shown again, if the shop can be reached. */
async function openOrStay(): Promise<void> {
  const wanted = router?.state.navigation.location;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  // Another link was pressed since.
  if (!router || router.state.navigation.location !== wanted) return;
  const { pathname, search } = wanted ?? location;
  if (answer) location.assign(pathname + search);
  else if (wanted) await stay();
}

/**
 * When scripts of a route fail to load, also those fetched ahead, the router reloads the document at the address that is
 * shown.
 */
function divertReload(event: NavigateEvent): void {
  const isByScript = event.navigationType === 'reload' && !event.userInitiated;
  if (!isByScript || !router || !mayStay(router)) return;
  event.preventDefault();
  for (const { route } of router.state.navigation.matches ?? []) if (route.lazy) stuck.add(route.id);
  void openOrStay();
}

/** Use once in the frame of the shop. */
export function StayOnPage(): null {
  const ours = useContext(UNSAFE_DataRouterContext)?.router;
  const toast = useToast();
  useEffect(() => {
    router = ours;
    stay = () => {
      toast.show('No connection. Try again when you have a signal.');
      // Takes the place of the navigation that failed, and loads nothing.
      return ours?.navigate(ours.state.location, {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      });
    };
    window.navigation?.addEventListener('navigate', divertReload);
    return () => {
      router = undefined;
    };
  }, [ours, toast]);
  return null;
}
