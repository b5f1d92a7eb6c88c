/** The door from HTTP into React Router. */
import { createRequestHandler, type RequestHandler } from 'react-router';

/** Handles a request by the routes of this very build, imported when the first request needs it. */
export const handleByRoutes: RequestHandler = createRequestHandler(
  () => import('virtual:react-router/server-build'),
  import.meta.env?.DEV ? 'development' : 'production',
);
