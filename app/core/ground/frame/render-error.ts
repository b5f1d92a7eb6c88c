/** Errors of rendering: the server has logged its own, and a browser reports the others. */
import { isRouteErrorResponse } from 'react-router';

/** What the server's own errors say in a browser, once they are in its log. */
const OF_SERVER = 'Unexpected Server Error';

/** Whether the server has logged the error. */
export const isOfServer = (error: unknown): boolean => error instanceof Error && error.message === OF_SERVER;

/** What fetch throws without a network; the wording depends on the browser. */
export const isLostRequest = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed|module script/i.test(error.message);

/** Reports an error of this browser; returns whether the server accepted it. A lost connection is no error of a page. */
export async function reportRenderError(error: unknown): Promise<boolean> {
  if (isRouteErrorResponse(error) || isOfServer(error) || isLostRequest(error)) return false;
  try {
    return await (await import('./report-error.ts')).reportError(error);
  } catch {
    return false;
  }
}
