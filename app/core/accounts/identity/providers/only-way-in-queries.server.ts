/** How many people would lose their way in with a provider. */
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { accounts, passkeys } from '#db/schema/identity.ts';
import { accountProvider } from './provider.ts';
import { otherIssuers } from './providers.server.ts';

/**
 * People whose account has no password, no passkey and no other provider that is offered. For pages that have asked for
 * the permission.
 */
export async function countOnlyWayIn(issuer: string): Promise<number> {
  const others = otherIssuers(issuer).map(accountProvider);
  const { rows } = await database().execute<{ people: number }>(sql`
    select count(distinct ${accounts.userId})::int as people from ${accounts}
    where ${accounts.providerId} = ${accountProvider(issuer)}
      and not exists (select from ${accounts} other where other.user_id = ${accounts.userId}
        and (other.password is not null or other.provider_id = any(${sql.param(others)}::text[])))
      and not exists (select from ${passkeys} where ${passkeys.userId} = ${accounts.userId})`);
  return rows[0]?.people ?? 0;
}
