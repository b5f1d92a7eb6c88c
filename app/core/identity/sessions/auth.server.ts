/** Better Auth, set up for this shop: signing in and out, and sessions. It is asked through `handler` (`ask-auth.server.ts`). */
// Without its query builder, which our adapter does not use: 260 modules.

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
  /** Where links in mail lead, e.g. https://shop.example. */
  publicOrigin: string;
};

/** The session cookie's name, before the prefix that browsers demand on Secure ones. */
export const SESSION_COOKIE = 'farmgate.session_token';
/** What signs session cookies. */
export function sessionSecret(): string {
  return keyFor('auth').toString('base64url');
}

/** Headers that only the HTTP layer writes; a client's own are stripped before. */
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
      // Signing up, confirming and choosing a new password are commands of ours: the library looks an address up
      // before it answers, keeps tokens readable, and makes an account of a sign-up nobody has confirmed.
      disableSignUp: true,
      password: {
        hash: (password) => orBusy(hashPassword(password)),
        verify: ({ hash, password }) => orBusy(verifyPassword(hash, password)),
      },
    },
    databaseHooks: {
      session: {
        create: {
          // Whatever way somebody signs in.
          before: admitSession,
          after: async (session) => noteSession(session),
        },
      },
    },
    session: {
      expiresIn: SESSION_DAYS * 24 * 60 * 60,
      // Our own reading of a session prolongs it, by role (`extend-session.server.ts`).
      disableSessionRefresh: true,
      additionalFields: { secondFactor: { type: 'boolean', required: false, input: false } },
      cookieCache: { enabled: false },
    },
    account: { accountLinking: { enabled: true, disableImplicitLinking: true } },
    // Off: only our own commands ask the library, and they count by address, account and device before they do. A
    // limit of its own behind theirs would refuse what they have let through.
    rateLimit: { enabled: false },
    // Its own lines name people's addresses; what went wrong is enough.
    logger: {
      level: 'error',
      log: (_level, message) => log.error({ from: 'sign-in' }, withoutParameters(message)),
    },
    advanced: {
      // '__Host-': set by this very host over HTTPS, so that no neighbouring host can plant one. The library knows
      // only the weaker '__Secure-'.
      cookiePrefix: cookiesAreSecure() ? hostCookieName('farmgate') : 'farmgate',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: cookiesAreSecure() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
  });
}

/** Tells a full queue of passwords from a mistake of ours. */
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
