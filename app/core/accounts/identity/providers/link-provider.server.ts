/** Links an outside identity to an account, and unlinks it. Both need a signed-in session. */
import { and, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { holdSession } from '#core/ground/access/hold-session.server.ts';
import { inTransaction, type Transaction } from '#db/client.ts';
import { accounts, passkeys } from '#db/schema/identity.ts';
import { isUuid } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { recordSecurityChange } from '../accounts/record-security-change.server.ts';
import type { LinkProblem, UnlinkProblem } from './linked-provider.ts';
import { accountProvider, type OutsideIdentity } from './provider.ts';
import { nameOfAccount, providerOfAccount } from './providers.server.ts';

/** Refused: an old sign-in, an identity that another account has, a second one of the same provider. */
export function linkIdentity(
  request: Request,
  actor: SignedIn,
  { issuer, subject }: OutsideIdentity,
): Promise<Result<null, LinkProblem>> {
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    const providerId = accountProvider(issuer);
    const [mine] = await tx
      .select({ accountId: accounts.accountId })
      .from(accounts)
      .where(and(eq(accounts.userId, actor.userId), eq(accounts.providerId, providerId)));
    if (mine) return mine.accountId === subject ? succeed(null) : refuse({ kind: 'another-linked' });
    const [made] = await tx
      .insert(accounts)
      .values({ userId: actor.userId, providerId, accountId: subject })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    if (!made) return refuse({ kind: 'of-another-account' });
    await recordSecurityChange(tx, request, { userId: actor.userId, change: 'provider-linked' });
    return succeed(null);
  });
}

/** Refused: a link of another account, an old sign-in, and the last way to sign in to the account. */
export async function unlinkIdentity(
  request: Request,
  actor: SignedIn,
  id: string,
): Promise<Result<{ name: string }, UnlinkProblem>> {
  return inTransaction(async (tx) => {
    if (!(await holdSession(tx, actor, { recent: true }))) return refuse({ kind: 'sign-in-too-old' });
    if (!isUuid(id)) return refuse({ kind: 'not-found' });
    const all = await tx
      .select({ id: accounts.id, providerId: accounts.providerId, password: accounts.password })
      .from(accounts)
      .where(eq(accounts.userId, actor.userId));
    const found = all.find((account) => account.id === id && account.providerId !== 'credential');
    if (!found) return refuse({ kind: 'not-found' });
    const others = all.filter(
      ({ id: other, providerId, password }) =>
        other !== id && (password !== null || providerOfAccount(providerId) !== null),
    );
    if (others.length === 0 && !(await hasPasskey(tx, actor.userId))) return refuse({ kind: 'last-way-in' });
    await tx.delete(accounts).where(eq(accounts.id, id));
    await recordSecurityChange(tx, request, { userId: actor.userId, change: 'provider-unlinked' });
    return succeed({ name: nameOfAccount(found.providerId) });
  });
}

async function hasPasskey(tx: Transaction, userId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1);
  return found !== undefined;
}
