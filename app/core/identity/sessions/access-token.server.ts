/**
 * Access tokens: a program that has one acts for the session it was made in, and only while that session lives. The
 * token says who; whether they still may is read from the database at each use.
 */
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import { type Actor, guest, type SignedIn } from '#core/access/actor.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { audienceOf, TOKEN_SECONDS } from './access-token.ts';
import { readActorOfSession } from './actor-queries.server.ts';
import { ALGORITHM, readPublicKeys, readSigningKey } from './signing-keys.server.ts';

const TYPE = 'at+jwt';

/** The answer of the token endpoint, in the words of RFC 6749. */
export type IssuedToken = { access_token: string; token_type: 'Bearer'; expires_in: number };

/** A token of this very session. @param origin where people reach us. */
export async function issueToken(
  { userId, sessionId }: SignedIn,
  origin: string,
  now = new Date(),
): Promise<IssuedToken> {
  const { kid, key } = await readSigningKey(now);
  const seconds = Math.floor(now.getTime() / 1000);
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
    .setIssuer(origin)
    .setAudience(audienceOf(origin))
    .setSubject(userId)
    .setJti(newId<string>())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(key);
  return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
}

/**
 * Who a token speaks for; a guest for every token that does not hold, whatever is wrong with it: run out, altered,
 * another's key or audience, a session that has ended, a ban.
 */
export async function readActorOfToken(token: string, origin: string, now = new Date()): Promise<Actor> {
  if (token.length > 2000) return guest;
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: await readPublicKeys(now) }), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: origin,
      audience: audienceOf(origin),
      requiredClaims: ['sub', 'exp', 'iat', 'sid'],
      maxTokenAge: TOKEN_SECONDS,
      currentDate: now,
    });
    if (!isUuid(payload.sid)) return guest;
    const actor = await readActorOfSession(payload.sid);
    return actor.kind === 'user' && actor.userId === payload.sub && !actor.isBanned ? actor : guest;
  } catch (error) {
    if (error instanceof errors.JOSEError) return guest;
    throw error;
  }
}
