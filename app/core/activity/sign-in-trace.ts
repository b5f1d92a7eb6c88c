/** What a sign-in tells beyond itself, compared with those before it: another network, a device not seen yet. */
import { isIP } from 'node:net';
import type { Activity } from './record-activity.server.ts';

/** A sign-in as the history keeps it. */
export type PastSignIn = { ip_address?: string; device?: string };

/**
 * The network an address belongs to, roughly: its first half for IPv4, what a provider is given for IPv6. Nobody
 * is asked where that is; it only tells one place from another. Null for what is no address.
 */
export function networkOf(address: string | undefined): string | null {
  switch (isIP(address ?? '')) {
    case 4:
      return `${address?.split('.').slice(0, 2).join('.')}.x.x`;
    case 6: {
      const [head = ''] = (address ?? '').split('::');
      const groups = head.split(':').filter(Boolean);
      return groups.length < 2 ? `${groups[0] ?? '0'}::` : `${groups.slice(0, 2).join(':')}::`;
    }
    default:
      return null;
  }
}

type Trace = Pick<Activity, 'type' | 'description' | 'metadata'>;

/** What else to write into the history. The first sign-in is compared with nothing. @param before newest first. */
export function tracesOf(now: PastSignIn, before: readonly PastSignIn[]): Trace[] {
  const traces: Trace[] = [];
  const network = networkOf(now.ip_address);
  const last = before.map(({ ip_address }) => networkOf(ip_address)).find((known) => known !== null);
  if (network !== null && last !== undefined && network !== last)
    traces.push({
      type: 'location_change',
      description: 'Signed in from a new network',
      metadata: { ...now, location: `${network} (before: ${last})` },
    });
  if (before.length > 0 && now.device && !before.some(({ device }) => device === now.device))
    traces.push({
      type: 'security_alert',
      description: `First sign-in with ${now.device}`,
      metadata: { ...now, alert_type: 'new_device' },
    });
  return traces;
}
