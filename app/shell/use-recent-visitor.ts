/** Who looks at products here, for the list that only their browser keeps. */
import { useRouteLoaderData } from 'react-router';
import type { RecentVisitor } from '#features/catalogue/ui/recent-shelf.tsx';
import { SHELL_ROUTE, type ShellData } from './shell-data.ts';
import { useAgeAffirmed } from './use-age-gate.ts';

export function useRecentVisitor(): RecentVisitor {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  const affirmed = useAgeAffirmed();
  return { userId: shell?.visitor?.userId ?? null, affirmed };
}
