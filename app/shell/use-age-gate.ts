/** Whether the age gate stands before the page that is shown. */
import { useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { holdsAffirmation, isGated, onAffirmation } from './age-affirmation.ts';
import { SHELL_ROUTE, type ShellData } from './shell-data.ts';

/** True while it does. Server and first browser rendering go by the request's cookie alone, so that they agree. */
export function useAgeGate(): boolean {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  const { pathname } = useLocation();
  const byCookie = shell?.ageAffirmed ?? true;
  const affirmed = useSyncExternalStore(
    onAffirmation,
    () => byCookie || holdsAffirmation(),
    () => byCookie,
  );
  return !affirmed && isGated(pathname);
}
