/** Loads the outside providers a person can sign in with. */
import { and, asc, eq, like } from 'drizzle-orm';
import type { LinkedProvider } from '#core/accounts/identity/providers/linked-provider.ts';
import { accountProvider, type OfferedProvider } from '#core/accounts/identity/providers/provider.ts';
import {
  nameOfAccount,
  offeredProviders,
  providerOf,
  providerOfAccount,
} from '#core/accounts/identity/providers/providers.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { database } from '#db/client.ts';
import { accounts } from '#db/schema/identity.ts';

export type ProviderLinks = { linked: LinkedProvider[]; offered: OfferedProvider[] };

/** What is linked, and what could be. */
export async function readProviderLinks(actor: SignedIn): Promise<ProviderLinks> {
  const rows = await database()
    .select({ id: accounts.id, providerId: accounts.providerId })
    .from(accounts)
    .where(and(eq(accounts.userId, actor.userId), like(accounts.providerId, 'oidc:%')))
    .orderBy(asc(accounts.createdAt));
  return {
    linked: rows.map(({ id, providerId }) => ({
      id,
      name: nameOfAccount(providerId),
      isOffered: providerOfAccount(providerId) !== null,
    })),
    offered: offeredProviders().filter(({ id }) => {
      const issuer = providerOf(id)?.issuer;
      return issuer !== undefined && !rows.some(({ providerId }) => providerId === accountProvider(issuer));
    }),
  };
}
