/** Whether the visitor has said to be of age, and whether the age gate stands before the page that is shown. */
import { useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { holdsAffirmation, isGated, onAffirmation } from './age-affirmation.ts';
import { SHELL_ROUTE, type ShellData } from './shell-data.ts';

/** Server and first browser rendering go by the request's cookie alone, so that they agree. */
export function useAgeAffirmed(): boolean {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  const byCookie = shell?.ageAffirmed ?? true;
  return useSyncExternalStore(
    onAffirmation,
    () => byCookie || holdsAffirmation(),
    () => byCookie,
  );
}

/** True while the gate stands there. */
export function useAgeGate(): boolean {
  const affirmed = useAgeAffirmed();
  const { pathname } = useLocation();
  return !affirmed && isGated(pathname);
}
