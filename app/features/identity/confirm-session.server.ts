/** Notes that the person behind a session has just shown again who they are. It stays the same session. */
import { and, eq, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { sessions } from '#db/schema/identity.ts';
import type { SignedIn } from '#features/access/actor.ts';
import { type Result, succeed } from '#kernel/result.ts';
import { checkPassword } from './check-password.server.ts';
import type { ConfirmSessionProblem } from './confirm-session.ts';

/** Confirms this session by the account's password. */
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

async function noteConfirmed({ sessionId, userId }: SignedIn): Promise<void> {
  await database()
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}
