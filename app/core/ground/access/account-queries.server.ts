/**
 * Reads the role of an account, and the account behind a record of what someone at work did. A record's name is a copy of its moment; the account is who
 * did it, whatever they were called then or are called now.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/client.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { userRoles, users } from '#db/schema/identity.ts';
import type { Role } from '#kernel/statuses.ts';
import type { Rights } from './rights.ts';

/** A role; of staff with their boxes and limits. */
export type HeldRole = { role: Role; rights: Rights | null };

/** The boxes and limits of a row of `user_roles`; null for other roles. */
export const heldRights = sql<Rights | null>`case when ${userRoles.role} = 'staff' then jsonb_build_object(
    'boxes', to_jsonb(${userRoles.rights}), 'refundLimit', ${userRoles.refundLimit},
    'discountLimit', ${userRoles.discountLimit}) end`;

/** The role of an account; 'user' without one of staff. */
export async function roleOf(reader: Pick<Transaction, 'select'>, userId: string): Promise<Role> {
  const [row] = await reader
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, userId));
  return row?.role ?? 'user';
}

/** The account's email; null once it is deleted. @param id the column with the account's id */
export const accountEmail = (id: AnyPgColumn) =>
  sql<string | null>`(select ${users.email} from ${users} where ${users.id} = ${id})`;

/** 'Ana Reyes (ana@farm.example)': the name in a record with its account. Names of columns are ours. */
export const withAccount = (name: string, id: string): SQL =>
  sql.raw(`concat(${name}, ' (' || (select email from users where users.id = ${id}) || ')')`);

/** Whether the account has or had a role here and this text in its email or its name of today, or as its id. */
export function isAccount(id: AnyPgColumn, text: string): SQL {
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`${id} in (select ${userRoles.userId} from ${userRoles}
    join ${users} on ${users.id} = ${userRoles.userId}
    left join ${customerProfiles} on ${customerProfiles.userId} = ${userRoles.userId}
    where ${users.email} ilike ${like} or ${customerProfiles.fullName} ilike ${like}
      or ${users.id}::text = ${text.trim().toLowerCase()})`;
}
