/** Loads which sign-in methods an account has. */
import { count, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts, passkeys } from '#db/schema/identity.ts';

/** The sign-in methods of an account. */
export type WaysIn = { password: boolean; passkeys: number; providers: number };

export async function readWaysIn(userId: string): Promise<WaysIn> {
  const [ofAccounts] = await database()
    .select({
      passwords: sql<number>`count(*) filter (where ${accounts.providerId} = 'credential' and ${isNotNull(accounts.password)})::int`,
      providers: sql<number>`count(*) filter (where ${ne(accounts.providerId, 'credential')})::int`,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const [ofKeys] = await database()
    .select({ passkeys: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  return {
    password: (ofAccounts?.passwords ?? 0) > 0,
    passkeys: ofKeys?.passkeys ?? 0,
    providers: ofAccounts?.providers ?? 0,
  };
}
