/** Records that the person behind a session has just shown again who they are. The session stays the same. */
import { and, eq, sql } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { PasskeyProblem } from '../second-factor/passkey.ts';
import { verifyPasskey } from '../second-factor/verify-passkey.server.ts';
import { checkPassword } from './check-password.server.ts';
import type { ConfirmSessionProblem } from './confirm-session.ts';
import { rememberEnrolled } from './known-device.server.ts';

/** Confirms this session with the account's password. */
export async function confirmSession(
  request: Request,
  actor: SignedIn,
  password: string,
): Promise<Result<null, ConfirmSessionProblem>> {
  const checked = await checkPassword(request, actor, password);
  if (!checked.ok) return checked;
  await noteConfirmed(actor);
  return succeed(null);
}

/**
 * Confirms this session with one of its person's passkeys, which shows two factors at once; `cookie` remembers the
 * device.
 */
export async function confirmSessionByPasskey(
  request: Request,
  actor: SignedIn,
  credential: unknown,
): Promise<Result<{ cookie: string }, PasskeyProblem>> {
  const verified = await verifyPasskey(request, credential, 'confirm', actor.sessionId);
  if (!verified.ok) return verified;
  if (verified.value.userId !== actor.userId) return refuse({ kind: 'not-valid' });
  await noteConfirmed(actor, { secondFactor: true });
  return succeed({ cookie: rememberEnrolled(request, actor) });
}

async function noteConfirmed(
  { sessionId, userId }: SignedIn,
  shown: { secondFactor?: true } = {},
): Promise<void> {
  await database()
    .update(sessions)
    .set({ confirmedAt: sql`now()`, ...shown })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}
