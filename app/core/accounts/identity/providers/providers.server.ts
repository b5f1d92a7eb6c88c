/** Lists the outside providers configured for this shop; none by default. */
import { parseUrl } from '#kernel/url.ts';
import type { ProviderSettings } from '#platform/env.ts';
import { singleton } from '#platform/singleton.ts';
import { accountProvider, type OfferedProvider } from './provider.ts';

export type Provider = ProviderSettings & {
  /** Where it sends people back: a single address, registered with it in advance. */
  redirectUri: string;
};

const current = singleton<readonly Provider[]>('providers');

/** Replaces what is offered: at the start, and when the office changes it. @param publicOrigin the shop's public address. */
export function openProviders(settings: readonly ProviderSettings[], publicOrigin: string): void {
  current.set(settings.map((each) => ({ ...each, redirectUri: callbackOf(publicOrigin, each.id) })));
}

/** Where a provider sends people back; its owner registers this address there. */
export const callbackOf = (publicOrigin: string, id: string) => `${publicOrigin}/login/with/${id}/callback`;

/** In the configured order. */
export function offeredProviders(): OfferedProvider[] {
  return (current.get() ?? []).map(({ id, name }) => ({ id, name }));
}

/** The issuers of all but this one. */
export const otherIssuers = (issuer: string): string[] =>
  (current.get() ?? []).map((each) => each.issuer).filter((each) => each !== issuer);

export function providerOf(id: string | undefined): Provider | null {
  return current.get()?.find((provider) => provider.id === id) ?? null;
}

/** By the provider id in `accounts`; null for a provider that is no longer offered, and for a password. */
export function providerOfAccount(providerId: string): Provider | null {
  return current.get()?.find(({ issuer }) => accountProvider(issuer) === providerId) ?? null;
}

/** The provider's name; its address if it is no longer offered. */
export function nameOfAccount(providerId: string): string {
  const provider = providerOfAccount(providerId);
  if (provider) return provider.name;
  const issuer = providerId.replace(/^oidc:/, '');
  return parseUrl(issuer)?.hostname ?? 'another provider';
}
