/** Begins the session of somebody who has shown who they are, whatever way they did. */
import { APIError } from 'better-auth/api';
import { and, eq, ne } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { auth, CLIENT_ADDRESS_HEADER } from './auth.server.ts';
import { rememberDevice } from './known-device.server.ts';
import { sessionToken, writeSessionCookie } from './session-cookie.server.ts';

/** Set-Cookie lines of the new session, and of the device that is known from now on. */
export type SignedInNow = { cookies: string[] };

/** `second-factor`: one is set up, and no code of it was shown. */
export type StartProblem = { kind: 'banned' } | { kind: 'second-factor' };

/**
 * Begins a session; the one that the request came with ends. Asked by every way to sign in but the password's first
 * step, which the library takes itself.
 * @param secondFactor whether two factors were shown: a password and a code of an app, or a passkey. 'text': the code
 * came by text message, which is enough for the account's own second step and not for the back office, because whoever
 * talks a phone company into giving them the number gets the codes.
 */
export async function startSessionOf(
  request: Request,
  user: { userId: string; email: string },
  { secondFactor }: { secondFactor: boolean | 'text' },
): Promise<Result<SignedInNow, StartProblem>> {
  const { internalAdapter } = await auth().$context;
  try {
    const { token } = await internalAdapter.createSession(user.userId, false, {
      ipAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      userAgent: request.headers.get('user-agent') ?? '',
      secondFactor: secondFactor === true,
      // Known to who admits the session, and not stored.
      textFactor: secondFactor === 'text',
    });
    return succeed(await cookiesOf(request, user.email, token, { secondFactor: secondFactor !== false }));
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    if (error.body?.code === 'BANNED') return refuse({ kind: 'banned' });
    if (error.body?.code === 'SECOND_FACTOR') return refuse({ kind: 'second-factor' });
    throw error;
  }
}

/** What the browser is sent for a session that has begun; the one it came with ends. */
export async function cookiesOf(
  request: Request,
  email: string,
  token: string,
  shown: { secondFactor: boolean },
): Promise<SignedInNow> {
  const cookies = request.headers.get('cookie');
  await endPresented(sessionToken(cookies), token);
  return { cookies: [writeSessionCookie(token), rememberDevice(cookies, email, shown)] };
}

/** The browser forgets the session it came with; whoever else has its cookie must not go on using it. */
async function endPresented(presented: string | null, fresh: string): Promise<void> {
  if (presented === null) return;
  await database()
    .delete(sessions)
    .where(and(eq(sessions.token, presented), ne(sessions.token, fresh)));
}
