/** Writes accounts that move here from another system. Sends nothing, starts no session and gives no role. */
import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { accountProvider } from '../providers/provider.ts';

export type MovedPerson = {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  isConfirmed: boolean;
  /** One that a sign-in here reads. */
  passwordHash: string | null;
  providers: readonly { issuer: string; subject: string }[];
  createdAt: Date;
};

/** Inserts the accounts, or changes those that moved before: a password that was replaced here stays. */
export async function movePeople(tx: Transaction, people: readonly MovedPerson[]): Promise<void> {
  if (people.length === 0) return;
  await tx
    .insert(users)
    .values(
      people.map(({ id, name, email, isConfirmed, createdAt }) => ({
        ...{ id, name, email, emailVerified: isConfirmed },
        ...{ createdAt, updatedAt: createdAt },
      })),
    )
    .onConflictDoUpdate({
      target: users.id,
      set: {
        name: sql`excluded.name`,
        email: sql`excluded.email`,
        emailVerified: sql`${users.emailVerified} or excluded.email_verified`,
      },
    });
  const passwords = people.flatMap(({ id, passwordHash, createdAt }) =>
    passwordHash === null
      ? []
      : [{ userId: id, accountId: id, providerId: 'credential', password: passwordHash, createdAt }],
  );
  if (passwords.length > 0)
    await tx
      .insert(accounts)
      .values(passwords)
      .onConflictDoUpdate({
        target: [accounts.providerId, accounts.accountId],
        set: { password: sql`excluded.password` },
        setWhere: sql`${accounts.password} is null or starts_with(${accounts.password}, '$2')`,
      });
  const linked = people.flatMap(({ id, providers }) =>
    providers.map(({ issuer, subject }) => ({
      ...{ userId: id, accountId: subject, providerId: accountProvider(issuer) },
    })),
  );
  if (linked.length > 0) await tx.insert(accounts).values(linked).onConflictDoNothing();
}

/** The accounts with these addresses, in lower case. */
export async function accountsOf(
  tx: Pick<Transaction, 'execute'>,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; email: string }>(
    sql`select id, lower(email) as email from users where lower(email) = any(${sql.param([...emails])}::text[])`,
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Deletes accounts that moved here, with what belongs to them alone. */
export async function removeMovedPeople(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(users).where(inArray(users.id, [...ids]));
}
