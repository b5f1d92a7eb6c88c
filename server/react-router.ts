/** The door from HTTP into React Router. */
import { createRequestHandler, type RequestHandler } from 'react-router';
import { answeringWhileAway } from './database-away.ts';
import { routesBySegment, segmentOfPath, withRoutes } from './routes-by-segment.ts';

const development = import.meta.env?.DEV === true;
/** The routes of this build, once they are loaded. */
export const readRoutes = async () => answeringWhileAway(await import('virtual:react-router/server-build'));

/** Made of the routes by the first request: given a function, React Router would derive its routes for every one. */
let handlers: ReturnType<typeof makeHandlers> | null = null;

/** The handler for an address; each is made when it is first asked for. */
async function makeHandlers(): Promise<(pathname: string) => RequestHandler> {
  const build = await readRoutes();
  const bySegment = routesBySegment(build.routes);
  const made = new Map<string, RequestHandler>();
  return (pathname) => {
    const segment = segmentOfPath(pathname);
    const routes = bySegment.get(segment);
    // Whatever names none shares one, so that nobody can make more of them than there are routes.
    const name = routes ? segment : '';
    const handler =
      made.get(name) ?? createRequestHandler(routes ? withRoutes(build, routes) : build, 'production');
    made.set(name, handler);
    return handler;
  };
}

/** Handles a request by the routes of this very build; in development by those of this very moment. */
export const handleByRoutes: RequestHandler = async (request, context) => {
  if (development) return createRequestHandler(readRoutes, 'development')(request, context);
  handlers ??= makeHandlers();
  return (await handlers)(new URL(request.url).pathname)(request, context);
};
