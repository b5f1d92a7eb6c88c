/** Creates tokens: of the store by admins, and by customers for their own orders. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordSecurityChange } from '#core/accounts/identity/accounts/record-security-change.server.ts';
import type { Actor, SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { recentStaffTransaction } from '#core/ground/access/staff-transaction.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { MOST_TOKENS, type NewToken, SECRET_PREFIX, type TokenProblem } from './api-token.ts';

/** The secret, which exists only in this answer. */
export type CreatedToken = { secret: string; name: string };
type Outcome = Result<CreatedToken, TokenProblem>;

const DAY_MS = 86_400_000;

/** A secret has 256 random bits, so a plain hash is enough: there is nothing to guess. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Needs an admin who signed in recently. Refuses more than `MOST_TOKENS` of the store. */
export async function createStoreToken(actor: Actor, wanted: NewToken): Promise<Outcome> {
  const asAdmin = recentStaffTransaction(
    actor,
    'settings.manage',
    refuse({ kind: 'not-allowed' }),
    refuse({ kind: 'confirm-first' }),
  );
  return asAdmin<Outcome>(async (tx, admin) => {
    const outcome = await insert(tx, admin.userId, wanted, { forStore: true });
    if (outcome.ok)
      await recordAudit(tx, admin, {
        action: 'api-token.created',
        subject: 'store',
        subjectId: 'api-tokens',
        after: { name: wanted.name, scopes: [...wanted.scopes], days: wanted.days },
      });
    return outcome;
  });
}

/** Needs a recent sign-in; an email tells the person. Refuses more than `MOST_TOKENS` of one person. */
export function createOwnToken(request: Request, actor: SignedIn, wanted: NewToken): Promise<Outcome> {
  return inTransaction<Outcome>(async (tx) => {
    if (actor.isBanned) return refuse({ kind: 'not-allowed' });
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'confirm-first' });
    const outcome = await insert(tx, actor.userId, wanted, { forStore: false });
    if (outcome.ok)
      await recordSecurityChange(tx, request, { userId: actor.userId, change: 'api-token-created' });
    return outcome;
  });
}

async function insert(
  tx: Transaction,
  userId: string,
  { name, days, scopes }: NewToken,
  { forStore }: { forStore: boolean },
): Promise<Outcome> {
  const now = new Date();
  const these: SQL | undefined = forStore
    ? eq(apiTokens.forStore, true)
    : and(eq(apiTokens.forStore, false), eq(apiTokens.userId, userId));
  const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(apiTokens).where(these);
  if ((counted?.count ?? 0) >= MOST_TOKENS) return refuse({ kind: 'too-many' });
  const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`;
  await tx.insert(apiTokens).values({
    id: newId<string>(),
    ...{ userId, forStore, name, scopes: [...scopes], createdAt: now },
    prefix: secret.slice(0, SECRET_PREFIX.length + 4),
    secretHash: secretHash(secret),
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });
  return succeed({ secret, name });
}
