/** Records a change to how people sign in to an account, in the transaction that makes the change. */

import { deviceOf } from '#core/ground/activity/device.ts';
import { recordActivity } from '#core/ground/activity/record-activity.server.ts';
import type { SecurityChange } from '#core/ground/events/event.ts';
import { recordEvent } from '#core/ground/events/record-event.server.ts';
import type { Transaction } from '#db/client.ts';
import { CLIENT_ADDRESS_HEADER } from '../sessions/client-address.server.ts';
import { securityWords } from './security-change.ts';

/**
 * Adds a line to the person's history and enqueues the event behind the notification and the mail. `request` names the
 * device.
 */
export async function recordSecurityChange(
  tx: Transaction,
  request: Request,
  { userId, change }: { userId: string; change: SecurityChange },
): Promise<void> {
  const device = deviceOf(request.headers.get('user-agent')).name;
  const address = request.headers.get(CLIENT_ADDRESS_HEADER);
  await recordActivity(tx, {
    userId,
    type: 'security_alert',
    description: securityWords[change].title,
    metadata: {
      alert_type: change.replaceAll('-', '_'),
      device,
      ...(address === null ? {} : { ip_address: address }),
    },
  });
  await recordEvent(tx, { kind: 'security-changed', userId, change, device }, userId);
}

/** The same for a change that staff make to an account: it says so instead of naming a device. */
export async function recordStaffSecurityChange(
  tx: Transaction,
  staff: { userId: string },
  { userId, change }: { userId: string; change: SecurityChange },
): Promise<void> {
  const device = 'Our staff';
  await recordActivity(tx, {
    userId,
    type: 'security_alert',
    description: securityWords[change].title,
    metadata: { alert_type: change.replaceAll('-', '_'), device },
  });
  await recordEvent(tx, { kind: 'security-changed', userId, change, device }, staff.userId);
}
