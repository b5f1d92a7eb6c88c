/** Tries what can be tried of a provider without a person who signs in. */
import { askProvider } from '#core/accounts/identity/providers/provider-client.server.ts';
import { providerOf } from '#core/accounts/identity/providers/providers.server.ts';
import { systemClock } from '#kernel/time.ts';
import { log } from '#platform/log.ts';
import { OutboundError } from '#platform/outgoing/outbound-request.ts';
import type { ConnectionOutcome } from './connection.ts';
import { expiryOf, idOfKind, type ProviderKind } from './provider-connection.ts';
import { failed } from './try-store.server.ts';

/** Shape of the secret, and what the provider publishes. The rest shows only when a person signs in. */
export async function tryProvider(kind: ProviderKind): Promise<ConnectionOutcome> {
  const provider = providerOf(idOfKind(kind));
  if (!provider) return failed('This provider is not set up.');
  const { name, clientSecret } = provider;
  const expires = expiryOf(clientSecret);
  if (kind === 'apple' && expires === null)
    return failed('Apple’s client secret must be a signed token that begins with eyJ. Enter it again.');
  if (expires !== null && expires.getTime() <= systemClock().epochMilliseconds)
    return failed('The client secret has expired. Sign a new one, and enter it.');
  try {
    await askProvider(provider);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    log.warn({ err: error, provider: provider.id }, 'a provider was asked for what it publishes');
    return failed(
      `${name} did not answer, or not as a provider does. Check its address and the internet of the shop’s computer.`,
    );
  }
  return {
    works: true,
    message: `${name} answers. Only a sign-in shows whether ID, secret and callback address are right: sign in with it once.`,
  };
}
