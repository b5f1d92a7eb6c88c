/** Better Auth, set up for this shop. Sign-in itself goes through `handler`, never through `auth.api` (security.md, trap 3). */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import { database } from '#db/client.ts';
import * as schema from '#db/schema/identity.ts';
import { isBanned } from '#features/customers/keep-profile.server.ts';
import { newId } from '#kernel/ids.ts';
import { held } from '#platform/held.ts';
import { log } from '#platform/log.ts';
import { keyFor } from '#platform/secrets.ts';
import { mailAccount } from './mail-account.server.tsx';
import { BANNED } from './messages.ts';
import { notePasswordReset, noteSession } from './note-session.server.ts';
import { addressLimits } from './rate-limit.ts';

export type AuthOptions = {
  /** Where links in mail lead, e.g. https://shop.example. */
  publicOrigin: string;
  /** Whether cookies are marked Secure: when people reach us by HTTPS. */
  secureCookies: boolean;
};

/** The session cookie's name, before the prefix that browsers demand on Secure ones. */
export const SESSION_COOKIE = 'farmgate.session_token';
/** A session that is used is prolonged when it was last prolonged longer ago than this. */
export const RENEW_SESSION_AFTER_SECONDS = 60 * 60 * 24;

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
        rateLimit: schema.rateLimits,
      },
    }),
    // Our HTTP layer has already compared Origin with the origin the request came to.
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 60 * 60,
      sendResetPassword: ({ user, token }) => mailAccount('reset-password', user, token),
      onExistingUserSignUp: ({ user }) => mailAccount('already-have-account', user, null),
      onPasswordReset: async ({ user }) => {
        // The link came by mail, so the address is theirs: an account that somebody else had begun with it
        // is its owner's from here on.
        await database()
          .update(schema.users)
          .set({ emailVerified: true })
          .where(eq(schema.users.id, user.id));
        await notePasswordReset(user.id);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: 60 * 60 * 24,
      sendVerificationEmail: ({ user, token }) => mailAccount('confirm-email', user, token),
    },
    databaseHooks: {
      session: {
        create: {
          // Whatever way somebody signs in, a banned person gets no session.
          before: async (session) => {
            if (await isBanned(session.userId))
              throw new APIError('FORBIDDEN', { code: 'BANNED', message: BANNED });
          },
          after: async (session) => noteSession(session),
        },
      },
    },
    session: {
      expiresIn: 60 * 60 * 24 * 30,
      updateAge: RENEW_SESSION_AFTER_SECONDS,
      freshAge: 60 * 15,
      cookieCache: { enabled: false },
    },
    account: { accountLinking: { enabled: true, disableImplicitLinking: true } },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 100, customRules: betterAuthRules() },
    // Its own lines name people's addresses; what went wrong is enough.
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'sign-in' }, message) },
    advanced: {
      cookiePrefix: 'farmgate',
      useSecureCookies: options.secureCookies,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
  });
}

function betterAuthRules(): Record<string, { window: number; max: number }> {
  return Object.fromEntries(
    Object.entries(addressLimits).map(([path, { windowSeconds, max }]) => [
      path,
      { window: windowSeconds, max },
    ]),
  );
}

export type Auth = ReturnType<typeof build>;

const current = held<Auth>('auth');

/** Sets Better Auth up; once per process, after the database is open. */
export function openAuth(options: AuthOptions): Auth {
  const opened = build(options);
  current.set(opened);
  return opened;
}

export function auth(): Auth {
  return current.demand();
}
