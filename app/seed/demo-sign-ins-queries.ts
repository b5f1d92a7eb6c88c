/** Checks whether a database contains the demo store's sign-ins. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts, users } from '#db/schema/identity.ts';
import { demoSignInEmails } from './demo-sign-ins.ts';

/** Whether a demo account, whose password the first start printed, can still sign in with a password. */
export async function hasDemoSignIns(): Promise<boolean> {
  const [found] = await database()
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(
      and(
        inArray(users.email, Object.values(demoSignInEmails)),
        eq(accounts.providerId, 'credential'),
        isNotNull(accounts.password),
      ),
    )
    .limit(1);
  return found !== undefined;
}
