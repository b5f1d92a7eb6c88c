/** Adds, names and removes passkeys of the signed-in person. */
import type { VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { and, count, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { accounts, passkeys } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { log } from '#platform/log.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import { rememberEnrolled } from '../sessions/known-device.server.ts';
import { hasShownTextCodeOnly } from './current-factor.server.ts';
import { knownTransports, MOST_PASSKEYS, type PasskeyProblem, siteOf } from './passkey.ts';
import { takeChallenge } from './passkey-challenge.server.ts';

const base64url = z.string().regex(/^[\w-]{1,16000}$/);
const attestationSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).catch({}),
});

/**
 * Adds the passkey that a browser has just made for this session's challenge; `cookie` remembers the device. Refused:
 * an old sign-in, a session that has shown only a text code, an invalid answer, too many passkeys.
 */
export async function addPasskey(
  request: Request,
  actor: SignedIn,
  { name, credential }: { name: string; credential: unknown },
): Promise<Result<{ cookie: string }, PasskeyProblem>> {
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  const challenge = await takeChallenge(request, 'add', actor.sessionId);
  const parsed = attestationSchema.safeParse(credential);
  if (challenge === null || !parsed.success) return refuse({ kind: 'not-valid' });
  const transports = knownTransports(parsed.data.response.transports ?? []);
  const { rpID, origin } = siteOf(request);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const made = await registration(() =>
    verifyRegistrationResponse({
      response: { ...parsed.data, response: { ...parsed.data.response, transports } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  );
  if (!made) return refuse({ kind: 'not-valid' });
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (await hasShownTextCodeOnly(actor, tx)) return refuse({ kind: 'text-code-only' });
    if ((await countPasskeys(tx, actor.userId)) >= MOST_PASSKEYS)
      return refuse({ kind: 'too-many-passkeys' });
    const added = await tx
      .insert(passkeys)
      .values({
        userId: actor.userId,
        name,
        credentialId: made.credential.id,
        publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
        counter: made.credential.counter,
        transports,
        isSynced: made.credentialBackedUp,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) return refuse({ kind: 'already-added' });
    await recordSecurityChange(tx, request, { userId: actor.userId, change: 'passkey-added' });
    return succeed({ cookie: rememberEnrolled(request, actor) });
  });
}

async function registration(
  verify: () => Promise<VerifiedRegistrationResponse>,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']> | null> {
  try {
    const { verified, registrationInfo } = await verify();
    return verified && registrationInfo ? registrationInfo : null;
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a new passkey was refused');
    return null;
  }
}

/** False when this person has no such passkey. */
export async function namePasskey(actor: SignedIn, id: string, name: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: false }))) return false;
    const named = await tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.userId)))
      .returning({ id: passkeys.id });
    return named.length > 0;
  });
}

/** Removes a passkey. Refused: the account's only way to sign in; `not-known`: this person has no such passkey. */
export async function removePasskey(
  request: Request,
  actor: SignedIn,
  id: string,
): Promise<Result<null, PasskeyProblem>> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (!isUuid(id)) return refuse({ kind: 'not-known' });
    const [passkey] = await tx
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
    if (!passkey) return refuse({ kind: 'not-known' });
    const others = await tx
      .select({ providerId: accounts.providerId, password: accounts.password })
      .from(accounts)
      .where(eq(accounts.userId, userId));
    const hasOther = others.some(
      ({ providerId, password }) => providerId !== 'credential' || password !== null,
    );
    if (!hasOther && (await countPasskeys(tx, userId)) === 1) return refuse({ kind: 'last-way-in' });
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    await recordSecurityChange(tx, request, { userId, change: 'passkey-removed' });
    return succeed(null);
  });
}

async function countPasskeys(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.count ?? 0;
}
