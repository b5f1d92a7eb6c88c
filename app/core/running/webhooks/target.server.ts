/** Which addresses an endpoint may have: those of the public internet, and those that the operator allows. */

import { isIP } from 'node:net';
import { parseUrl } from '#kernel/url.ts';
import { addressProblem } from '#platform/outgoing/outbound-request.ts';
import { isPublicAddress } from '#platform/outgoing/public-address.ts';
import { type ResolveName, resolveName } from '#platform/outgoing/resolve-name.ts';
import { singleton } from '#platform/singleton.ts';

export type WebhookOptions = {
  /** Origins in our own network, which may be private and use plain HTTP. */
  ownOrigins: readonly string[];
};

const current = singleton<WebhookOptions>('webhooks');

export function openWebhooks(options: WebhookOptions): void {
  current.set(options);
}

/** Whether the operator allows it (`WEBHOOK_ORIGINS`), wherever it is. */
export const isOwnOrigin = ({ origin }: URL): boolean => current.get()?.ownOrigins.includes(origin) ?? false;

/**
 * Why an endpoint may not have this address; null if it may. Every message is checked again when it is sent, because a
 * name may lead elsewhere by then.
 */
export async function targetProblem(
  address: string,
  resolve: ResolveName = resolveName,
): Promise<'address-forbidden' | 'address-unknown' | null> {
  const url = parseUrl(address);
  if (url?.username !== '' || url.password !== '') return 'address-forbidden';
  if (isOwnOrigin(url)) return null;
  if (addressProblem(address) !== null) return 'address-forbidden';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return null;
  try {
    const addresses = await resolve(host);
    return addresses.length > 0 && addresses.every((each) => isPublicAddress(each.address))
      ? null
      : 'address-forbidden';
  } catch {
    return 'address-unknown';
  }
}
