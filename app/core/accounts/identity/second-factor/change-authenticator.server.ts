/** Turns two-factor sign-in on and off, and makes new backup codes. Each command needs a recent sign-in. */
import { and, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { inTransaction } from '#db/client.ts';
import { authenticators, backupCodes, sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import { deleteOtherSessions } from '../sessions/end-sessions.server.ts';
import { rememberEnrolled } from '../sessions/known-device.server.ts';
import type { AuthenticatorProblem } from './authenticator.ts';
import { openSetUp } from './authenticator-set-up.server.ts';
import { hasShownTextCodeOnly, readFactor, removeTextFactor } from './current-factor.server.ts';
import { type BackupCodes, renewCodes } from './renew-codes.server.ts';
import { secretContext } from './take-code.server.ts';
import { stepOfCode } from './totp.ts';

export type RenewProblem = { kind: 'confirm-first' } | { kind: 'text-code-only' } | { kind: 'not-on' };

/**
 * Turns it on with the first code of the app, which shows that the app has the secret, and uses up that code. Sessions
 * that started with the password alone end; this one has now shown both factors. It replaces codes by text message; a
 * session that has shown only such a code is refused. The device counts as known from now on.
 */
export async function turnAuthenticatorOn(
  request: Request,
  actor: SignedIn,
  { setUp, code }: { setUp: string; code: string },
  now = new Date(),
): Promise<Result<BackupCodes, AuthenticatorProblem>> {
  const { userId } = actor;
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  const secret = openSetUp(actor, setUp, now.getTime());
  if (secret === null) return refuse({ kind: 'set-up-over' });
  const lastStep = stepOfCode(secret, code, now);
  if (lastStep === null) return refuse({ kind: 'wrong-code' });
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (await hasShownTextCodeOnly(actor, tx)) return refuse({ kind: 'text-code-only' });
    const before = await readFactor(tx, userId);
    if (before === 'app') return refuse({ kind: 'already-on' });
    await tx
      .insert(authenticators)
      .values({ userId, secret: encrypt(secret, secretContext(userId)), lastStep });
    await removeTextFactor(tx, userId);
    const codes = await renewCodes(tx, userId);
    await deleteOtherSessions(tx, actor);
    await tx.update(sessions).set({ secondFactor: true }).where(eq(sessions.id, actor.sessionId));
    await recordSecurityChange(tx, request, {
      userId,
      change: before === 'text' ? 'text-codes-replaced' : 'authenticator-on',
    });
    return succeed({ backupCodes: codes, cookie: rememberEnrolled(request, actor) });
  });
}

/**
 * Makes ten new backup codes, for any second factor; the earlier ones end. Refused: an old sign-in, a session that has
 * shown only a text code, an account without a second factor.
 */
export async function renewBackupCodes(
  request: Request,
  actor: SignedIn,
): Promise<Result<BackupCodes, RenewProblem>> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (await hasShownTextCodeOnly(actor, tx)) return refuse({ kind: 'text-code-only' });
    if ((await readFactor(tx, userId)) === null) return refuse({ kind: 'not-on' });
    const codes = await renewCodes(tx, userId);
    await recordSecurityChange(tx, request, { userId, change: 'backup-codes-renewed' });
    return succeed({ backupCodes: codes, cookie: rememberEnrolled(request, actor) });
  });
}

/** Turns it off: the password alone signs in again, and no session counts as having shown two factors. */
export async function turnAuthenticatorOff(
  request: Request,
  actor: SignedIn,
): Promise<Result<null, AuthenticatorProblem>> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if ((await readFactor(tx, userId)) !== 'app') return refuse({ kind: 'not-on' });
    await tx.delete(authenticators).where(eq(authenticators.userId, userId));
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await tx
      .update(sessions)
      .set({ secondFactor: false })
      .where(and(eq(sessions.userId, userId), sessions.secondFactor));
    await recordSecurityChange(tx, request, { userId, change: 'authenticator-off' });
    return succeed(null);
  });
}
