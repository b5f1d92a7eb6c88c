/**
 * Stores the challenges that browsers sign with a passkey. Each belongs to the browser that requested it, for one
 * purpose and one person, works once, and expires after five minutes.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { verifications } from '#db/schema/identity.ts';
import { defineCookie } from '#platform/requests/cookies.ts';
import { hashLinkToken, isLinkToken, newLinkToken } from '../accounts/link-token.ts';
import type { PasskeyPurpose } from './passkey.ts';

const MINUTES = 5;
const challengeCookie = defineCookie('farmgate.passkey', { maxAge: MINUTES * 60, httpOnly: true });

/** @param sessionId the session that asks; a sign-in has none. */
const identifierOf = (purpose: PasskeyPurpose, sessionId: string | null, token: string) =>
  `passkey:${purpose}:${sessionId ?? ''}:${hashLinkToken(token)}`;

/** A new challenge (32 random bytes), and the Set-Cookie line for its browser. */
export async function newChallenge(
  purpose: PasskeyPurpose,
  sessionId: string | null,
): Promise<{ challenge: Uint8Array<ArrayBuffer>; cookie: string }> {
  const challenge = new Uint8Array(randomBytes(32));
  const token = newLinkToken();
  await database()
    .insert(verifications)
    .values({
      identifier: identifierOf(purpose, sessionId, token),
      value: Buffer.from(challenge).toString('base64url'),
      expiresAt: new Date(Date.now() + MINUTES * 60_000),
    });
  return { challenge, cookie: challengeCookie.write(token) };
}

/**
 * Uses up this browser's challenge and returns it in base64url; null when it has none for the purpose, or an expired
 * one.
 */
export async function takeChallenge(
  request: Request,
  purpose: PasskeyPurpose,
  sessionId: string | null,
): Promise<string | null> {
  const token = challengeCookie.read(request.headers.get('cookie'));
  if (token === null || !isLinkToken(token)) return null;
  const [taken] = await database()
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, identifierOf(purpose, sessionId, token)),
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ value: verifications.value });
  return taken?.value ?? null;
}
