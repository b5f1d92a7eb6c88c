/** Better Auth, set up for this shop. Sign-in itself goes through `handler`, never through `auth.api` (security.md, trap 3). */
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { database } from '#db/client.ts';
import * as schema from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { keyFor } from '#platform/secrets.ts';

export type AuthOptions = {
  /** Where links in mail lead, e.g. https://shop.example. */
  publicOrigin: string;
  /** Whether cookies are marked Secure: when people reach us by HTTPS. */
  secureCookies: boolean;
};

/** Headers that only the HTTP layer writes; a client's own are stripped before. */
export const CLIENT_ADDRESS_HEADER = 'x-farmgate-client-address';

function build(options: AuthOptions) {
  return betterAuth({
    appName: 'Farmgate',
    baseURL: options.publicOrigin,
    basePath: '/api/auth',
    secret: keyFor('auth').toString('base64url'),
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
    },
    session: {
      expiresIn: 60 * 60 * 24 * 30,
      updateAge: 60 * 60 * 24,
      freshAge: 60 * 15,
      cookieCache: { enabled: false },
    },
    account: { accountLinking: { enabled: true, disableImplicitLinking: true } },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 100 },
    advanced: {
      cookiePrefix: 'farmgate',
      useSecureCookies: options.secureCookies,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
  });
}

export type Auth = ReturnType<typeof build>;

let current: Auth | null = null;

/** Sets Better Auth up; once per process, after the database is open. */
export function openAuth(options: AuthOptions): Auth {
  current = build(options);
  return current;
}

export function auth(): Auth {
  if (!current) throw new Error('openAuth() has not been called');
  return current;
}
