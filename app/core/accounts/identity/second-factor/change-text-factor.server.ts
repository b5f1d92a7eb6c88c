/** Turns two-factor sign-in by text message on and off. Each command needs a recent sign-in. */
import { eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { isRecentlyConfirmed } from '#core/ground/access/recent-sign-in-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { backupCodes, textCodes, textFactors } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { smsIsConfigured } from '#platform/outgoing/sms.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import { countCode } from '../sessions/count-guess.server.ts';
import { deleteOtherSessions } from '../sessions/end-sessions.server.ts';
import { rememberEnrolled } from '../sessions/known-device.server.ts';
import { hasAuthenticator } from './authenticator-queries.server.ts';
import { hasShownTextCodeOnly, readFactor, removeTextFactor } from './current-factor.server.ts';
import { type BackupCodes, renewCodes } from './renew-codes.server.ts';
import { requestTextCode, takeTextCode } from './send-text-code.server.ts';
import { type TextFactorProblem, textFactorWords } from './text-factor.ts';
import { readTextPhone } from './text-factor-queries.server.ts';

/** Where a set-up code is valid: in the session that requested it. */
export const setUpPlace = ({ sessionId }: SignedIn): string => `set-up:${sessionId}`;

/**
 * Sends a code to the phone to set up.
 * @param phone as `phoneNumber` returns it.
 */
export async function requestSetUpCode(
  request: Request,
  actor: SignedIn,
  phone: string,
): Promise<Result<null, TextFactorProblem>> {
  const { userId, email } = actor;
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  if (await hasAuthenticator(userId)) return refuse({ kind: 'app-is-on' });
  if ((await readTextPhone(userId)) !== null) return refuse({ kind: 'already-on' });
  return requestTextCode(request, email, { userId, phone, boundTo: setUpPlace(actor) }, 'set-up');
}

/** Returns to the phone number step: a mistyped number need not wait for its code to expire. */
export async function forgetSetUpCode(actor: SignedIn): Promise<void> {
  await database()
    .delete(textCodes)
    .where(eq(textCodes.boundTo, setUpPlace(actor)));
}

/**
 * Turns it on with the code that arrived, which shows whose phone it is. Sessions that started with the password alone
 * end; the device counts as known from now on. Guesses count together with those at codes of an app.
 */
export async function turnTextFactorOn(
  request: Request,
  actor: SignedIn,
  code: string,
): Promise<Result<BackupCodes, TextFactorProblem>> {
  const { userId, email } = actor;
  if (!(await isRecentlyConfirmed(actor))) return refuse({ kind: 'confirm-first' });
  if (!smsIsConfigured()) return refuse({ kind: 'not-offered' });
  const agreedTo = textFactorWords((await readSettings()).store.name);
  const guess = await countCode(request, email.toLowerCase(), code);
  if (guess.wait > 0) return refuse({ kind: 'too-many-attempts', seconds: guess.wait });
  const outcome = await inTransaction<Result<BackupCodes, TextFactorProblem>>(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    const before = await readFactor(tx, userId);
    if (before !== null) return refuse({ kind: before === 'app' ? 'app-is-on' : 'already-on' });
    const phone = await takeTextCode(tx, { userId, boundTo: setUpPlace(actor) }, code);
    if (phone === null) return refuse({ kind: 'wrong-text-code' });
    await tx.insert(textFactors).values({ userId, phone, agreedTo });
    const codes = await renewCodes(tx, userId);
    await deleteOtherSessions(tx, actor);
    await recordSecurityChange(tx, request, { userId, change: 'text-codes-on' });
    return succeed({ backupCodes: codes, cookie: rememberEnrolled(request, actor) });
  });
  if (outcome.ok) await guess.wasRight();
  return outcome;
}

/**
 * Turns it off, even when no text message service is set up: the password alone signs in again, and may then set up an
 * app. So it refuses a session that has shown only a text code, as the app's set-up does.
 */
export async function turnTextFactorOff(
  request: Request,
  actor: SignedIn,
): Promise<Result<null, TextFactorProblem>> {
  const { userId } = actor;
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    if (await hasShownTextCodeOnly(actor, tx)) return refuse({ kind: 'text-code-only' });
    if ((await readFactor(tx, userId)) !== 'text') return refuse({ kind: 'not-on' });
    await removeTextFactor(tx, userId);
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId));
    await recordSecurityChange(tx, request, { userId, change: 'text-codes-off' });
    return succeed(null);
  });
}
