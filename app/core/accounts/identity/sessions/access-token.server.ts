/**
 * Issues and reads access tokens: a program with one acts for the session that requested it, only while that session
 * lives. The token says who; each use reads the permissions from the database.
 */
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import { type Actor, guest, type SignedIn } from '#core/ground/access/actor.ts';
import { isUuid, newId } from '#kernel/ids.ts';
import { audienceOf, TOKEN_SECONDS } from './access-token.ts';
import { readActorOfSession } from './actor-queries.server.ts';
import { ALGORITHM, readPublicKeys, readSigningKey } from './signing-keys.server.ts';

const TYPE = 'at+jwt';

/** The token endpoint's answer, with the field names of RFC 6749. */
export type IssuedToken = { access_token: string; token_type: 'Bearer'; expires_in: number };

/** Issues a token for this session. @param origin the shop's public address. */
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
 * Returns who a token speaks for; a guest for every invalid token, whatever is wrong with it: expired, altered, another
 * key or audience, an ended session, a ban.
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
