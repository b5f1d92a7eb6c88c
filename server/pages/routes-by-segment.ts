/**
 * Selects the routes that can match a path by its first segment. React Router tries every route in turn, twice per
 * request; with two hundred routes that was an eighth of the cost of an order.
 */
import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Route = NonNullable<Routes[string]>;

/**
 * For each first segment that some route names: the routes below it, those that accept any segment there, and the
 * layouts around them. A path that starts differently (including other letter case) may match any route.
 */
export function routesBySegment(routes: Routes): ReadonlyMap<string, Routes> {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const segmentOf = new Map(all.map((route) => [route, firstSegment(pathOf(route, routes))]));
  const named = new Set([...segmentOf.values()].filter((segment) => isNamed(segment)));
  const below = (wanted: string) =>
    all.filter((route) => {
      const segment = segmentOf.get(route) ?? '';
      return segment === wanted || !isNamed(segment);
    });
  return new Map(
    [...named].map((segment) => [
      segment,
      Object.fromEntries(below(segment).map((route) => [route.id, route])),
    ]),
  );
}

/**
 * The build with only these routes. A page is rendered with the routes that browsers know, so those are the same few
 * here; browsers load the whole list as a separate file.
 */
export function withRoutes(build: ServerBuild, routes: Routes): ServerBuild {
  const known = Object.entries(build.assets.routes).filter(([id]) => Object.hasOwn(routes, id));
  return { ...build, routes, assets: { ...build.assets, routes: Object.fromEntries(known) } };
}

/** The first segment of a path, also for a request for a page's data. */
export function segmentOfPath(pathname: string): string {
  return firstSegment(pathname.slice(1).replace(/\.data$/, ''));
}

const firstSegment = (path: string) => path.split('/', 1)[0] ?? '';

/** Layouts have no segment; ':id', '*' and 'x?' match more than their text. */
const isNamed = (segment: string) => /^[\w.-]+$/.test(segment);

/** The path from the root, without the leading slash. */
function pathOf(route: Route, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [parent && pathOf(parent, routes), route.path].filter(Boolean).join('/').replace(/^\/+/, '');
}
