/**
 * Builds the options a browser needs to use or make a passkey. The library loads with the first passkey, here and where
 * answers are verified: few people have one, and it brings a megabyte of certificate parsers.
 */
import { desc, eq } from 'drizzle-orm';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import { passkeys } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { addressOf } from '../sessions/client-address.server.ts';
import { countAttempt } from '../sessions/count-attempt.server.ts';
import { addressLimits } from '../sessions/rate-limit.ts';
import { hasShownTextCodeOnly } from './current-factor.server.ts';
import { knownTransports, type PasskeyProblem, type PasskeyPurpose, siteOf } from './passkey.ts';
import { newChallenge } from './passkey-challenge.server.ts';

const TIMEOUT_MS = 5 * 60_000;

export type PasskeyOptions = { options: object; cookie: string };

/**
 * Options for the purpose. The device must verify the person by face, finger or PIN: that makes a passkey two factors
 * at once.
 */
export async function passkeyOptions(
  request: Request,
  actor: Actor,
  purpose: PasskeyPurpose,
): Promise<Result<PasskeyOptions, PasskeyProblem>> {
  const seconds = await countAttempt('passkey', addressOf(request), addressLimits.passkey);
  if (seconds > 0) return refuse({ kind: 'too-many-attempts', seconds });
  if (purpose === 'sign-in') return succeed(await toSignIn(request, null));
  if (actor.kind === 'guest' || actor.isBanned) return refuse({ kind: 'not-valid' });
  if (purpose === 'confirm') return succeed(await toSignIn(request, actor));
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  if (await hasShownTextCodeOnly(actor)) return refuse({ kind: 'text-code-only' });
  return succeed(await toAdd(request, actor));
}

/** @param actor the person whose passkeys are accepted; null for a sign-in, where the browser says who it is. */
async function toSignIn(request: Request, actor: SignedIn | null): Promise<PasskeyOptions> {
  const { challenge, cookie } = await newChallenge(actor ? 'confirm' : 'sign-in', actor?.sessionId ?? null);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteOf(request).rpID,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(actor ? { allowCredentials: await credentialsOf(actor.userId) } : {}),
  });
  return { options, cookie };
}

async function toAdd(request: Request, actor: SignedIn): Promise<PasskeyOptions> {
  const { challenge, cookie } = await newChallenge('add', actor.sessionId);
  const { store } = await readSettings();
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: store.name,
    rpID: siteOf(request).rpID,
    userID: new TextEncoder().encode(actor.userId),
    userName: actor.email,
    userDisplayName: actor.name,
    challenge,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: await credentialsOf(actor.userId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [-8, -7, -257],
  });
  return { options, cookie };
}

async function credentialsOf(userId: string) {
  const rows = await database()
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt));
  return rows.map(({ id, transports }) => ({ id, transports: knownTransports(transports) }));
}
