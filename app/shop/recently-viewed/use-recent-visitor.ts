/** Identifies the visitor for the recently viewed list, which only their browser stores. */
import { useRouteLoaderData } from 'react-router';
import { SHELL_ROUTE } from '#core/ground/frame/shell-route.ts';
import { useAgeAffirmed } from '#core/ground/frame/use-age-gate.ts';
import type { ShellData } from '#shop/kit/shell-data.ts';
import type { RecentVisitor } from './recent-shelf.tsx';

export function useRecentVisitor(): RecentVisitor {
  const shell = useRouteLoaderData(SHELL_ROUTE) as ShellData | undefined;
  const affirmed = useAgeAffirmed();
  return { userId: shell?.visitor?.userId ?? null, affirmed };
}
