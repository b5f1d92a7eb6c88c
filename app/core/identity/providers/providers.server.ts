/** The outside providers that this shop is configured with; none by default. */
import type { ProviderSettings } from '#platform/env.ts';
import { singleton } from '#platform/singleton.ts';
import { accountProvider, type OfferedProvider } from './provider.ts';

export type Provider = ProviderSettings & {
  /** Where it sends people back to: one address, known to it beforehand. */
  redirectUri: string;
};

const current = singleton<readonly Provider[]>('providers');

/** Once per start. @param publicOrigin where people reach us. */
export function openProviders(settings: readonly ProviderSettings[], publicOrigin: string): void {
  current.set(
    settings.map((each) => ({ ...each, redirectUri: `${publicOrigin}/login/with/${each.id}/callback` })),
  );
}

/** In the configured order. */
export function offeredProviders(): OfferedProvider[] {
  return (current.get() ?? []).map(({ id, name }) => ({ id, name }));
}

export function providerOf(id: string | undefined): Provider | null {
  return current.get()?.find((provider) => provider.id === id) ?? null;
}

/** By how an identity is named in `accounts`; null for a provider that is not offered any more, and for a password. */
export function providerOfAccount(providerId: string): Provider | null {
  return current.get()?.find(({ issuer }) => accountProvider(issuer) === providerId) ?? null;
}

/** What people know it by; one that is not offered any more by its address. */
export function nameOfAccount(providerId: string): string {
  const provider = providerOfAccount(providerId);
  if (provider) return provider.name;
  const issuer = providerId.replace(/^oidc:/, '');
  return URL.canParse(issuer) ? new URL(issuer).hostname : 'another provider';
}
