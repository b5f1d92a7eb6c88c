/** Which route a path belongs to, in the words of `app/routes.ts`: a path itself may name a person. */
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { DATA } from './page-address.ts';

type Routes = ServerBuild['routes'];

/** Reads the pattern of a path, or of a request for a page's data, such as '/orders/:id'; null if no route matches. */
export function patternReader(routes: Routes): (pathname: string) => string | null {
  let tree: RouteObject[] | null = null;
  return (pathname) => {
    tree ??= childrenOf(undefined, routes);
    const matches = matchRoutes(tree, pathname.replace(DATA, '') || '/');
    if (matches === null) return null;
    return `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`.replace(/^\/+/, '/');
  };
}

function childrenOf(parentId: string | undefined, routes: Routes): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { path, caseSensitive = false } = route;
    const common = { caseSensitive, ...(path === undefined ? {} : { path }) };
    if (route.index) return [{ ...common, index: true }];
    return [{ ...common, children: childrenOf(route.id, routes) }];
  });
}
