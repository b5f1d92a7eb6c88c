/** The door from HTTP into React Router. */
import { createRequestHandler, type RequestHandler } from 'react-router';
import { answeringWhileAway } from './database-away.ts';

const development = import.meta.env?.DEV === true;
/** The routes of this build, once they are loaded. */
export const readRoutes = async () => answeringWhileAway(await import('virtual:react-router/server-build'));

/** Made of the routes by the first request: given a function, React Router would derive its routes for every one. */
let handler: Promise<RequestHandler> | null = null;

/** Handles a request by the routes of this very build; in development by those of this very moment. */
export const handleByRoutes: RequestHandler = async (request, context) => {
  if (development) return createRequestHandler(readRoutes, 'development')(request, context);
  handler ??= readRoutes().then((routes) => createRequestHandler(routes, 'production'));
  return (await handler)(request, context);
};
