/** What follows a sign-in. The server passes it to the routes, so that sign-in knows neither carts nor orders. */
import { createContext } from 'react-router';
import { redirectWithFlash } from '#platform/requests/flash.ts';

/**
 * Where a person who has just signed in continues, with cookies to set and, if something was done for them, its message.
 * @param session the Set-Cookie lines of the new session.
 * @param to where the sign-in leads otherwise; null: the page below the dialog.
 * @returns null if nothing follows.
 */
export type FollowUp = (
  request: Request,
  session: readonly string[],
  to: string | null,
) => Promise<
  | { to: string; message: string; tone: 'success' | 'info'; cookies: string[] }
  | { to: string | null; cookies: string[] }
  | null
>;

/** Without a default: a sign-in that forgets what a sign-up holds fails instead. */
export const followUpContext = createContext<FollowUp>();

/** Redirects a person who has just signed in, with a message. The Set-Cookie lines `also` are no part of the session. */
export async function redirectSignedIn(
  request: Request,
  session: readonly string[],
  { to, message, also = [] }: { to: string; message: string; also?: readonly string[] },
  followUp: FollowUp,
): Promise<Response> {
  const next = await followUp(request, session, to);
  const cookies = [...also, ...session, ...(next?.cookies ?? [])];
  return next && 'message' in next
    ? redirectWithFlash(next.to, next.message, next.tone, cookies)
    : redirectWithFlash(next?.to ?? to, message, 'success', cookies);
}
