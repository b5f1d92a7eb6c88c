/**
 * Seals the cookies of a browser that is at a provider, or whose new account needs its birth date: encrypted, valid for
 * minutes, and bound to their purpose. The server stores nothing, so a guest who only starts leaves no trace.
 */
import { z } from 'zod';
import { defineCookie } from '#platform/requests/cookies.ts';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';

const MINUTE_MS = 60_000;
const AWAY_MINUTES = 15;
const COMPLETE_MINUTES = 30;

const awaySchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string().nullable(),
  /** The session to link an identity in; null for signing in. */
  linkSession: z.string().nullable(),
});
export type Away = z.output<typeof awaySchema>;

const unfinishedSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  returnTo: z.string().nullable(),
});
export type UnfinishedSignUp = z.output<typeof unfinishedSchema>;

/** A browser that is at a provider now. */
export const awayCookie = sealed('farmgate.away', awaySchema, AWAY_MINUTES);
/** A person who came from a provider and has no account here yet. */
export const unfinishedCookie = sealed('farmgate.unfinished', unfinishedSchema, COMPLETE_MINUTES);

function sealed<T>(name: string, schema: z.ZodType<T>, minutes: number) {
  const cookie = defineCookie(name, { maxAge: minutes * 60, httpOnly: true });
  const envelope = z.object({ until: z.number(), content: schema });
  return {
    /** Returns the Set-Cookie line. */
    write: (content: T): string =>
      cookie.write(encrypt(JSON.stringify({ until: Date.now() + minutes * MINUTE_MS, content }), name)),
    /** Null for a missing, expired or foreign cookie. */
    read: (request: Request): T | null => {
      const value = cookie.read(request.headers.get('cookie'));
      if (value === null || value.length > 3800) return null;
      try {
        const { until, content } = envelope.parse(JSON.parse(decrypt(value, name)));
        return until > Date.now() ? content : null;
      } catch {
        return null;
      }
    },
    clear: cookie.clear,
  };
}
