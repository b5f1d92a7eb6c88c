/**
 * Sets up Better Auth for this shop: signing in and out, and sessions. Call it through `handler`
 * (`ask-auth.server.ts`).
 */
// Without its query builder, which our adapter does not use: saves 260 modules.

import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { database } from '#db/client.ts';
import * as schema from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { withoutParameters } from '#platform/error-for-log.ts';
import { log } from '#platform/log.ts';
import { cookiesAreSecure, hostCookieName } from '#platform/requests/cookies.ts';
import { HashingBusyError, hashPassword, verifyPassword } from '#platform/secrets/password-hashing.ts';
import { keyFor } from '#platform/secrets/secrets.ts';
import { singleton } from '#platform/singleton.ts';
import { TRY_AGAIN_SOON } from '../accounts/messages.ts';
import { admitSession } from './admit-session.server.ts';
import { noteSession } from './note-session.server.ts';
import { SESSION_DAYS } from './session-life.ts';

export type AuthOptions = {
  /** The origin of links in mail, e.g. https://shop.example. */
  publicOrigin: string;
};

/** The session cookie's name, without the prefix that browsers require on Secure ones. */
export const SESSION_COOKIE = 'farmgate.session_token';
/** The key that signs session cookies. */
export function sessionSecret(): string {
  return keyFor('auth').toString('base64url');
}

/** Headers that only the HTTP layer writes; it removes a client's own. */
export const CLIENT_ADDRESS_HEADER = 'x-farmgate-client-address';

function build(options: AuthOptions) {
  return betterAuth({
    appName: 'Farmgate',
    baseURL: options.publicOrigin,
    basePath: '/api/auth',
    secret: sessionSecret(),
    database: drizzleAdapter(database(), {
      provider: 'pg',
      schema: {
        user: schema.users,
        session: schema.sessions,
        account: schema.accounts,
        verification: schema.verifications,
      },
    }),
    // Our HTTP layer has already compared Origin with the origin the request came to.
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      // Our own commands sign up, confirm and choose a new password: the library looks an address up before it answers,
      // stores readable tokens, and makes an account from an unconfirmed sign-up.
      disableSignUp: true,
      password: {
        hash: (password) => orBusy(hashPassword(password)),
        verify: ({ hash, password }) => orBusy(verifyPassword(hash, password)),
      },
    },
    databaseHooks: {
      session: {
        create: {
          // For every way to sign in.
          before: admitSession,
          after: async (session) => noteSession(session),
        },
      },
    },
    session: {
      expiresIn: SESSION_DAYS * 24 * 60 * 60,
      // Our own session query extends it, by role (`extend-session.server.ts`).
      disableSessionRefresh: true,
      additionalFields: { secondFactor: { type: 'boolean', required: false, input: false } },
      cookieCache: { enabled: false },
    },
    account: { accountLinking: { enabled: true, disableImplicitLinking: true } },
    // Off: only our own commands call the library, and they count by address, account and device first. A second limit
    // behind theirs would refuse what they have allowed.
    rateLimit: { enabled: false },
    // The library's own log lines contain people's addresses; the message is enough.
    logger: {
      level: 'error',
      log: (_level, message) => log.error({ from: 'sign-in' }, withoutParameters(message)),
    },
    advanced: {
      // '__Host-': set by this exact host over HTTPS, so that no neighboring host can plant one. The library knows only
      // the weaker '__Secure-'.
      cookiePrefix: cookiesAreSecure() ? hostCookieName('farmgate') : 'farmgate',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: cookiesAreSecure() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
  });
}

/** Turns a full password queue into its own error, apart from our bugs. */
async function orBusy<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing;
  } catch (error) {
    if (!(error instanceof HashingBusyError)) throw error;
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'BUSY', message: TRY_AGAIN_SOON });
  }
}

export type Auth = ReturnType<typeof build>;

const current = singleton<Auth>('auth');

/** Sets Better Auth up; once per process, after the database is open and the cookies are named (`openCookies`). */
export function openAuth(options: AuthOptions): Auth {
  const opened = build(options);
  current.set(opened);
  return opened;
}

export function auth(): Auth {
  return current.demand();
}
