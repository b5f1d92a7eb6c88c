/** Passes HTTP requests to React Router. */
import { createRequestHandler, type RequestHandler } from 'react-router';
import { answeringWhileAway } from './database-away.ts';
import { routesBySegment, segmentOfPath, withRoutes } from './routes-by-segment.ts';
import { STAFF_SEGMENTS, withShopManifest } from './shop-manifest.ts';

const development = import.meta.env?.DEV === true;
/** The routes of this build, once they are loaded. */
export const readRoutes = async () => answeringWhileAway(await import('virtual:react-router/server-build'));

/**
 * Created from the routes on the first request: if it got a function, React Router would derive its routes for every
 * request.
 */
let handlers: ReturnType<typeof makeHandlers> | null = null;

/** Returns the handler for a path; each is created on first use. */
async function makeHandlers(): Promise<(pathname: string) => RequestHandler> {
  const build = await readRoutes();
  const ofShop = withShopManifest(build);
  const bySegment = routesBySegment(build.routes);
  const made = new Map<string, RequestHandler>();
  return (pathname) => {
    const segment = segmentOfPath(pathname);
    const routes = bySegment.get(segment);
    // Segments that match no route share one handler, so that there are never more handlers than routes. It may answer
    // /Admin too, so it has the whole map.
    const name = routes ? segment : pathname === '/' ? pathname : '';
    const mapped = name === '' || STAFF_SEGMENTS.includes(name) ? build : ofShop;
    const handler =
      made.get(name) ?? createRequestHandler(routes ? withRoutes(mapped, routes) : mapped, 'production');
    made.set(name, handler);
    return handler;
  };
}

/** Handles a request with the routes of this build; in development, with the current routes. */
export const handleByRoutes: RequestHandler = async (request, context) => {
  if (development) return createRequestHandler(readRoutes, 'development')(request, context);
  handlers ??= makeHandlers();
  return (await handlers)(new URL(request.url).pathname)(request, context);
};
