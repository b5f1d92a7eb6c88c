/** Passes HTTP requests to React Router. */
import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router';
import { isStaffSegment } from '#core/ground/frame/staff-path.ts';
import { currentSpan } from '#platform/tracing/span.ts';
import { nameRoute } from '#server/http/request-span.ts';
import { development } from '#server/http/security-headers.ts';
import { answeringWhileAway } from './database-away.ts';
import { patternReader } from './route-pattern.ts';
import { routesBySegment, segmentOfPath, withRoutes } from './routes-by-segment.ts';
import { withShopManifest } from './shop-manifest.ts';

/** The routes of this build, once they are loaded. */
export const readRoutes = async () => answeringWhileAway(await import('virtual:react-router/server-build'));

/**
 * Created from the routes on the first request: if it got a function, React Router would derive its routes for every
 * request.
 */
let handlers: ReturnType<typeof makeHandlers> | null = null;

type Handler = { handle: RequestHandler; patternOf: ReturnType<typeof patternReader> };

/** Returns the handler for a path; each is created on first use. */
async function makeHandlers(): Promise<(pathname: string) => Handler> {
  const build = await readRoutes();
  const ofShop = withShopManifest(build);
  const bySegment = routesBySegment(build.routes);
  const made = new Map<string, Handler>();
  return (pathname) => {
    const segment = segmentOfPath(pathname);
    const routes = bySegment.get(segment);
    const isOfStaff = isStaffSegment(segment);
    // Segments that no route names share two handlers, so that there are never more handlers than routes: one for
    // /Admin, which has the whole map, and one for all others.
    const name = routes ? segment : pathname === '/' ? pathname : isOfStaff ? '/Admin' : '';
    const mapped = isOfStaff ? build : ofShop;
    const handler = made.get(name) ?? handlerOf(routes ? withRoutes(mapped, routes) : mapped);
    made.set(name, handler);
    return handler;
  };
}

const handlerOf = (build: ServerBuild): Handler => ({
  handle: createRequestHandler(build, 'production'),
  patternOf: patternReader(build.routes),
});

/** Handles a request with the routes of this build; in development, with the current routes. */
export const handleByRoutes: RequestHandler = async (request, context) => {
  if (development) return createRequestHandler(readRoutes, 'development')(request, context);
  handlers ??= makeHandlers();
  const { pathname } = new URL(request.url);
  const { handle, patternOf } = (await handlers)(pathname);
  const span = currentSpan();
  if (span !== null) nameRoute(span, request.method, patternOf(pathname));
  return handle(request, context);
};
