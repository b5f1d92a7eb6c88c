/** The admins to notify: everyone when something happens, and each again when the message is sent. */
import { and, eq } from 'drizzle-orm';
import { database, type Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';

export async function readAdminIds(tx: Transaction): Promise<string[]> {
  const admins = await tx
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(eq(userRoles.role, 'admin'));
  return admins.map(({ userId }) => userId);
}

/** Null for a person who is no longer an admin, or is banned: they get no message. */
export async function readAdminToNotify(userId: string): Promise<{ email: string; name: string } | null> {
  const [admin] = await database()
    .select({ email: users.email, name: users.name, isBanned: customerProfiles.isBanned })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, 'admin')))
    .leftJoin(customerProfiles, eq(customerProfiles.userId, users.id))
    .where(eq(users.id, userId));
  return admin && !admin.isBanned ? { email: admin.email, name: admin.name } : null;
}
