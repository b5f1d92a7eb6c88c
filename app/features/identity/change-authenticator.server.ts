/** Turns two-factor sign-in on and off, and makes new backup codes. Each asks for a recent sign-in. */
import { and, eq, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#db/client.ts';
import { authenticators, backupCodes, sessions } from '#db/schema/identity.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { encrypt } from '#platform/secrets.ts';
import type { AuthenticatorProblem } from './authenticator.ts';
import { openSetUp } from './authenticator-set-up.server.ts';
import { hashBackupCode, newBackupCodes, writtenOut } from './backup-code.ts';
import { deleteOtherSessions } from './end-sessions.server.ts';
import { holdSession } from './hold-session.server.ts';
import { isRecentlyConfirmed } from './recent-sign-in-queries.server.ts';
import { recordSecurityChange } from './record-security-change.server.ts';
import { secretContext } from './take-code.server.ts';
import { stepOfCode } from './totp.ts';

/** The backup codes, as they are shown: this once, and never again. */
export type BackupCodes = { backupCodes: string[] };

/**
 * Turns it on with the first code of the app, which shows that the app has the secret; that code is used up. Sessions
 * begun with the password alone end; this one has now shown both.
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
    const made = await tx
      .insert(authenticators)
      .values({ userId, secret: encrypt(secret, secretContext(userId)), lastStep })
      .onConflictDoNothing()
      .returning({ userId: authenticators.userId });
    if (made.length === 0) return refuse({ kind: 'already-on' });
    const codes = await renewCodes(tx, userId);
    await deleteOtherSessions(tx, actor);
    await tx.update(sessions).set({ secondFactor: true }).where(eq(sessions.id, actor.sessionId));
    await recordSecurityChange(tx, request, { userId, change: 'authenticator-on' });
    return succeed({ backupCodes: codes });
  });
}

/** Makes ten new backup codes; the earlier ones end. */
export async function renewBackupCodes(
  request: Request,
  actor: SignedIn,
): Promise<Result<BackupCodes, AuthenticatorProblem>> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (!(await hasAuthenticatorNow(tx, userId))) return refuse({ kind: 'not-on' });
    const codes = await renewCodes(tx, userId);
    await recordSecurityChange(tx, request, { userId, change: 'backup-codes-renewed' });
    return succeed({ backupCodes: codes });
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
    if (!(await hasAuthenticatorNow(tx, userId))) return refuse({ kind: 'not-on' });
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

/** As things stand under the account's lock. */
async function hasAuthenticatorNow(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.select({ one: sql`1` }).from(authenticators).where(eq(authenticators.userId, userId));
  return rows.length > 0;
}

async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newBackupCodes();
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await tx
    .insert(backupCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashBackupCode(userId, code) })));
  return codes.map(writtenOut);
}
