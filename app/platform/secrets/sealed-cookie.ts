/** Cookies whose content the browser can neither read nor change: encrypted, valid for minutes, bound to their name. */
import { z } from 'zod';
import { defineCookie } from '../requests/cookies.ts';
import { decrypt, encrypt } from './secrets.ts';

const MINUTE_MS = 60_000;
const LONGEST = 3800;

export function sealedCookie<T>(name: string, schema: z.ZodType<T>, minutes: number) {
  const cookie = defineCookie(name, { maxAge: minutes * 60, httpOnly: true });
  const envelope = z.object({ until: z.number(), content: schema });
  return {
    /** Returns the Set-Cookie line. */
    write: (content: T): string =>
      cookie.write(encrypt(JSON.stringify({ until: Date.now() + minutes * MINUTE_MS, content }), name)),
    /** Null for a missing, expired or foreign cookie. */
    read: (request: Request): T | null => {
      const value = cookie.read(request.headers.get('cookie'));
      if (value === null || value.length > LONGEST) return null;
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
