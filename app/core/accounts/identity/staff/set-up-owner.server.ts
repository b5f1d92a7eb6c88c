/**
 * Creates the first administrator of a shop that started empty. A link in the terminal opens the form; it works once,
 * for a day, and only while there is no administrator.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { makeProfile } from '#core/accounts/customers/make-profile.server.ts';
import { recordAudit } from '#core/ground/audit/record-audit.server.ts';
import { lockAdvisory } from '#db/advisory-locks.ts';
import { database, inTransaction, type Transaction } from '#db/client.ts';
import { accounts, userRoles, users, verifications } from '#db/schema/identity.ts';
import { newId } from '#kernel/ids.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { databaseErrorCode } from '#platform/database-error.ts';
import { HashingBusyError, hashPassword } from '#platform/secrets/password-hashing.ts';
import type { SetUpInput, SetUpProblem } from './set-up.ts';

const IDENTIFIER = 'owner-set-up';
const VALID_HOURS = 24;
const UNIQUE_VIOLATION = '23505';

/** Returns a new token while there is no administrator; null once there is one. Only its hash is stored. */
export async function offerSetUp(): Promise<string | null> {
  const [admin] = await database().select().from(userRoles).where(eq(userRoles.role, 'admin')).limit(1);
  if (admin) return null;
  const token = randomBytes(24).toString('base64url');
  await database()
    .insert(verifications)
    .values({
      identifier: IDENTIFIER,
      value: hashed(token),
      expiresAt: new Date(Date.now() + VALID_HOURS * 60 * 60 * 1000),
    });
  return token;
}

/** Whether the link still works. */
export async function isSetUpOpen(token: string): Promise<boolean> {
  return inTransaction((tx) => isOpen(tx, token));
}

/** Creates the owner's account with a confirmed address and the role admin. Every set-up link ends. */
export async function setUpOwner(input: SetUpInput): Promise<Result<{ email: string }, SetUpProblem>> {
  // Checked before the costly work: hashing is slow on purpose.
  if (!(await isSetUpOpen(input.token))) return refuse({ kind: 'link-not-valid' });
  try {
    const password = await hashPassword(input.password);
    return await inTransaction(async (tx) => {
      // Two people who submit at once create one owner.
      await lockAdvisory(tx, 'ownerSetUp');
      if (!(await isOpen(tx, input.token))) return refuse({ kind: 'link-not-valid' });
      const userId = newId();
      await tx
        .insert(users)
        .values({ id: userId, name: input.fullName, email: input.email, emailVerified: true });
      await tx.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
      await tx.insert(userRoles).values({ userId, role: 'admin' });
      await makeProfile(tx, { userId, fullName: input.fullName });
      await recordAudit(
        tx,
        { kind: 'user', userId, name: input.fullName },
        { action: 'owner.set-up', subject: 'user', subjectId: userId, after: { role: 'admin' } },
      );
      await tx.delete(verifications).where(eq(verifications.identifier, IDENTIFIER));
      return succeed({ email: input.email });
    });
  } catch (error) {
    if (error instanceof HashingBusyError) return refuse({ kind: 'busy' });
    if (databaseErrorCode(error) === UNIQUE_VIOLATION) return refuse({ kind: 'email-taken' });
    throw error;
  }
}

async function isOpen(tx: Transaction, token: string): Promise<boolean> {
  const [admin] = await tx.select().from(userRoles).where(eq(userRoles.role, 'admin')).limit(1);
  if (admin) return false;
  const [offer] = await tx
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, IDENTIFIER),
        eq(verifications.value, hashed(token)),
        gt(verifications.expiresAt, new Date()),
      ),
    );
  return offer !== undefined;
}

function hashed(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
