/** Ends the session of a request. */
import { eq } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { cartCookie } from '#platform/requests/cookies.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';
import { clearSessionCookie, sessionToken } from './session-cookie.server.ts';

/**
 * Deletes the session and returns the Set-Cookie line that clears its cookie. A guest's request deletes nothing and
 * counts against no limit.
 * @throws when the row cannot be deleted: the session is still live then, and so is the cookie.
 */
export async function signOut(request: Request): Promise<string> {
  const token = sessionToken(request.headers.get('cookie'));
  // Our own statement: the library's endpoint has a limit by address, and past it leaves the session alive.
  if (token !== null) await database().delete(sessions).where(eq(sessions.token, token));
  return clearSessionCookie;
}

/**
 * Signs out and redirects to the home page with a message. The whole document reloads, so that the open tab shows
 * nothing of the account to the next person at this browser. A customer's browser deletes what it has stored of the shop: the
 * cart, what was viewed, the copy of the orders. Not that of people who work here: actions may wait there for a network.
 */
export async function leaveSignedOut(request: Request, actor: Actor, message: string): Promise<Response> {
  const cleared = await signOut(request);
  const response = redirectWithFlash('/', message, 'success');
  response.headers.set('X-Remix-Reload-Document', 'true');
  response.headers.append('Set-Cookie', cleared);
  if (actor.kind === 'user' && !may(actor, 'backoffice.enter')) {
    response.headers.set('Clear-Site-Data', '"storage"');
    // Without what was stored, the next person's page would take the cookie's lines for a guest's.
    response.headers.append('Set-Cookie', cartCookie.clear());
  }
  return response;
}
