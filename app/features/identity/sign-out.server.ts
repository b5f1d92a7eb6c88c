/** Ends the session of a request. */
import { redirectWithFlash } from '#platform/flash.ts';
import { askAuth } from './ask-auth.server.ts';

/** Gives the Set-Cookie lines that make the browser forget the session. */
export async function signOut(request: Request): Promise<string[]> {
  return (await askAuth(request, '/sign-out', {})).cookies;
}

/**
 * Signs out, leads home and says so there. The page is loaded anew: whoever comes to this browser next finds nothing
 * in the open tab of what its pages knew.
 */
export async function leaveSignedOut(request: Request, message: string): Promise<Response> {
  const response = redirectWithFlash('/', message, 'success');
  response.headers.set('X-Remix-Reload-Document', 'true');
  for (const cookie of await signOut(request)) response.headers.append('Set-Cookie', cookie);
  return response;
}
