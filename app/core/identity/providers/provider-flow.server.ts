/**
 * What a browser carries while somebody is at a provider, and until a new account has its birth date: encrypted, for
 * minutes, and bound to what it is for. Nothing of it is stored here, so a guest who only begins leaves nothing.
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
  /** The session that an identity is to be linked in; null for signing in. */
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

/** Somebody who is at a provider now. */
export const awayCookie = sealed('farmgate.away', awaySchema, AWAY_MINUTES);
/** Somebody who came from a provider and has no account here yet. */
export const unfinishedCookie = sealed('farmgate.unfinished', unfinishedSchema, COMPLETE_MINUTES);

function sealed<T>(name: string, schema: z.ZodType<T>, minutes: number) {
  const cookie = defineCookie(name, { maxAge: minutes * 60, httpOnly: true });
  const envelope = z.object({ until: z.number(), content: schema });
  return {
    /** The Set-Cookie line. */
    write: (content: T): string =>
      cookie.write(encrypt(JSON.stringify({ until: Date.now() + minutes * MINUTE_MS, content }), name)),
    /** null for none, one that has run out, and one that is not ours. */
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
