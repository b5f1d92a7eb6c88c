/** Reads whether the visitor has affirmed their age, and whether the age gate covers the current page. */
import { useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { holdsAffirmation, isGated, onAffirmation } from './age-affirmation.ts';
import { SHELL_ROUTE, type ShellFacts } from './shell-route.ts';

/** The server and the first browser render use only the request's cookie, so that they agree. */
export function useAgeAffirmed(): boolean {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellFacts | undefined;
  const byCookie = shell?.ageAffirmed ?? true;
  return useSyncExternalStore(
    onAffirmation,
    () => byCookie || holdsAffirmation(),
    () => byCookie,
  );
}

/** True while the gate covers the page. */
export function useAgeGate(): boolean {
  const affirmed = useAgeAffirmed();
  const { pathname } = useLocation();
  return !affirmed && isGated(pathname);
}
