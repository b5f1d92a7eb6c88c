/** Verifies that a browser's answer was signed just now, for this site, with a known passkey, by its owner. */
import type { VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { database } from '#db/client.ts';
import { passkeys, users } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { log } from '#platform/log.ts';
import { knownTransports, type PasskeyProblem, siteOf } from './passkey.ts';
import { takeChallenge } from './passkey-challenge.server.ts';

const base64url = z.string().regex(/^[\w-]{1,4000}$/);
const assertionSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(200).optional(),
  }),
  clientExtensionResults: z.object({}).catch({}),
});

export type KnownPasskey = { userId: string; email: string };

/**
 * Returns whose passkey it is. Uses up the challenge in every case; raises the use count in one statement, so that an
 * answer works once.
 * @param sessionId the session that confirms who its person is; null for a sign-in.
 */
export async function verifyPasskey(
  request: Request,
  credential: unknown,
  purpose: 'sign-in' | 'confirm',
  sessionId: string | null,
): Promise<Result<KnownPasskey, PasskeyProblem>> {
  const challenge = await takeChallenge(request, purpose, sessionId);
  const parsed = assertionSchema.safeParse(credential);
  if (challenge === null || !parsed.success) return refuse({ kind: 'not-valid' });
  const { userHandle, ...response } = parsed.data.response;
  const [passkey] = await database()
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      email: users.email,
      publicKey: passkeys.publicKey,
      counter: passkeys.counter,
      transports: passkeys.transports,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, parsed.data.id));
  if (!passkey) return refuse({ kind: 'not-known' });
  const handle = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString('utf8');
  if (handle !== null && handle !== '' && handle !== passkey.userId) return refuse({ kind: 'not-valid' });

  const { rpID, origin } = siteOf(request);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const counter = await newCounter(() =>
    verifyAuthenticationResponse({
      response: { ...parsed.data, response },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: parsed.data.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: knownTransports(passkey.transports),
      },
    }),
  );
  if (counter === null) return refuse({ kind: 'not-valid' });
  const used = await database()
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(passkeys.id, passkey.id),
        // Many devices do not count and always send 0.
        or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`)),
      ),
    )
    .returning({ id: passkeys.id });
  if (used.length === 0) return refuse({ kind: 'not-valid' });
  return succeed({ userId: passkey.userId, email: passkey.email });
}

/** Null for any invalid answer: the verifier throws on it. */
async function newCounter(verify: () => Promise<VerifiedAuthenticationResponse>): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verify();
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused');
    return null;
  }
}
