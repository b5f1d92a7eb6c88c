/** Starts the session of a person who has shown who they are, whichever way they signed in. */
import { APIError } from 'better-auth/api';
import { and, eq, ne } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { auth, CLIENT_ADDRESS_HEADER } from './auth.server.ts';
import { rememberDevice } from './known-device.server.ts';
import { sessionToken, writeSessionCookie } from './session-cookie.server.ts';

/** Set-Cookie lines of the new session, and of the device, which counts as known from now on. */
export type SignedInNow = { cookies: string[] };

/** `second-factor`: one is set up, and its code was not shown. */
export type StartProblem = { kind: 'banned' } | { kind: 'second-factor' };

/**
 * Starts a session; the request's own session ends. Every way to sign in uses it except the password's first step,
 * which the library handles.
 * @param secondFactor whether two factors were shown: a password and a code of an app, or a passkey. 'text': the code
 * came by text message, which is enough for a customer's second step but not for the back office, because anyone who
 * talks a phone company out of the number gets the codes.
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
      // For `admitSession` only; not stored.
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

/** The cookies for a session that has started; the one the request came with ends. */
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

/** The browser drops the session it came with; anyone else who has its cookie must not continue with it. */
async function endPresented(presented: string | null, fresh: string): Promise<void> {
  if (presented === null) return;
  await database()
    .delete(sessions)
    .where(and(eq(sessions.token, presented), ne(sessions.token, fresh)));
}
