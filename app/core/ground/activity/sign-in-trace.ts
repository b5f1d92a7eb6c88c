/** Compares a sign-in with earlier ones and finds what is new: another network, an unknown device. */
import { isIP } from 'node:net';
import type { Activity } from './record-activity.server.ts';

/** A sign-in as stored in the history. */
export type PastSignIn = { ip_address?: string; device?: string };

/**
 * Roughly the network an address belongs to: its first half for IPv4, the part assigned to a provider for IPv6. No
 * location lookup; it only tells one place from another. Null for an invalid address.
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

/** Extra history entries for a sign-in. The first sign-in is compared with nothing. @param before newest first. */
export function tracesOf(now: PastSignIn, before: readonly PastSignIn[]): Trace[] {
  const traces: Trace[] = [];
  const network = networkOf(now.ip_address);
  const last = before.map(({ ip_address }) => networkOf(ip_address)).find((known) => known !== null);
  if (network !== null && last !== undefined && network !== last)
    traces.push({
      type: 'location_change',
      description: 'Signed in from a different network',
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
