/** Reads the tokens of the store or of a person, without their secrets. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { database } from '#db/client.ts';
import { apiTokens } from '#db/schema/api-tokens.ts';
import { users } from '#db/schema/identity.ts';
import { formatDate, formatDateTime, instantOf, storeDate } from '#kernel/time.ts';
import { type ApiScope, isApiScope } from './api-token.ts';

export type ListedToken = {
  id: string;
  name: string;
  /** 'fg_live_a1B2…' */
  prefix: string;
  scopes: ApiScope[];
  /** Who created it. */
  by: string;
  /** 'November 26, 2026' */
  expiresOn: string;
  isExpired: boolean;
  /** null if it was never used. */
  lastUsed: string | null;
};

/** The store's; null for actors who may not manage settings. */
export async function readStoreTokens(actor: Actor): Promise<ListedToken[] | null> {
  return may(actor, 'settings.manage') ? readTokens(null) : null;
}

/** The person's own. */
export async function readOwnTokens(actor: Actor): Promise<ListedToken[]> {
  return actor.kind === 'user' ? readTokens(actor.userId) : [];
}

async function readTokens(userId: string | null): Promise<ListedToken[]> {
  const { zone } = await storeClock();
  const rows = await database()
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      prefix: apiTokens.prefix,
      scopes: apiTokens.scopes,
      by: users.name,
      expiresAt: apiTokens.expiresAt,
      isEnded: sql<boolean>`not for_store and api_tokens.created_at <= coalesce(access_ended_at, '-infinity')`,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      userId === null
        ? eq(apiTokens.forStore, true)
        : and(eq(apiTokens.forStore, false), eq(apiTokens.userId, userId)),
    )
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(({ expiresAt, isEnded, lastUsedAt, prefix, scopes, ...row }) => ({
    ...row,
    prefix: `${prefix}…`,
    scopes: scopes.filter(isApiScope),
    expiresOn: formatDate(storeDate(instantOf(expiresAt), zone)),
    isExpired: isEnded || expiresAt <= new Date(),
    lastUsed: lastUsedAt && formatDateTime(instantOf(lastUsedAt), zone),
  }));
}
