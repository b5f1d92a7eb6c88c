/** Revokes tokens: the next request with one is refused. One that is gone is not an error. */
import { and, eq, lt, sql } from 'drizzle-orm';
import { recordSecurityChange } from '#core/accounts/identity/accounts/record-security-change.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { staffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { database, inTransaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { TokenProblem } from './api-token.ts';

type Outcome = Result<null, TokenProblem>;

/** Any admin revokes any token of the store. Needs no recent sign-in: it must never wait. */
export async function revokeStoreToken(actor: Actor, id: string): Promise<Outcome> {
  const asAdmin = staffTransaction(actor, 'settings.manage', refuse({ kind: 'not-allowed' }));
  return asAdmin<Outcome>(async (tx, admin) => {
    if (!isUuid(id)) return succeed(null);
    const [gone] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.forStore, true)))
      .returning({ name: apiTokens.name });
    if (gone)
      await recordAudit(tx, admin, {
        action: 'api-token.revoked',
        subject: 'store',
        subjectId: 'api-tokens',
        before: { name: gone.name },
      });
    return succeed(null);
  });
}

/** Revokes one of the person's own tokens. */
export function revokeOwnToken(request: Request, actor: SignedIn, id: string): Promise<Outcome> {
  return inTransaction<Outcome>(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: false }))) return refuse({ kind: 'not-allowed' });
    if (!isUuid(id)) return succeed(null);
    const gone = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, actor.userId), eq(apiTokens.forStore, false)))
      .returning({ id: apiTokens.id });
    if (gone.length > 0)
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'api-token-revoked' });
    return succeed(null);
  });
}

/** Expired tokens stay on the lists for this many days. */
const SHOWN_DAYS = 30;

export async function cleanUpApiTokens(): Promise<void> {
  await database()
    .delete(apiTokens)
    .where(lt(apiTokens.expiresAt, sql`now() - make_interval(days => ${SHOWN_DAYS})`));
}
