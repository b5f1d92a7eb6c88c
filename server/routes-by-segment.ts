/**
 * The routes that can answer an address, by its first segment. React Router tries every route there is in turn, twice
 * for each request; of two hundred routes that was an eighth of what an order costs.
 */
import type { ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Route = NonNullable<Routes[string]>;

/**
 * For each first segment that some route names: the routes below it, those that take any segment there, and the layouts
 * around them. An address that begins otherwise (in other letters too) may be any route's.
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
 * The build with these of its routes. A page is rendered with the routes that browsers know, so those are the same few
 * here; browsers load the whole list as a file of its own.
 */
export function withRoutes(build: ServerBuild, routes: Routes): ServerBuild {
  const known = Object.entries(build.assets.routes).filter(([id]) => Object.hasOwn(routes, id));
  return { ...build, routes, assets: { ...build.assets, routes: Object.fromEntries(known) } };
}

/** The first segment of an address as such a route names it, in a request for a page's data as well. */
export function segmentOfPath(pathname: string): string {
  return firstSegment(pathname.slice(1).replace(/\.data$/, ''));
}

const firstSegment = (path: string) => path.split('/', 1)[0] ?? '';

/** Layouts have none; ':id', '*' and 'x?' stand for more than they say. */
const isNamed = (segment: string) => /^[\w.-]+$/.test(segment);

/** From the root, without the slash in front. */
function pathOf(route: Route, routes: Routes): string {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [parent && pathOf(parent, routes), route.path].filter(Boolean).join('/').replace(/^\/+/, '');
}
