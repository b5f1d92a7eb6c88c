/** The channels a notification takes, and what can become of a delivery on one. */

import type { Channel, MailStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

export const channelLabel: Readonly<Record<Channel, string>> = {
  bell: 'Bell',
  email: 'Email',
  push: 'Push',
  sms: 'Text message',
};

/** What became of it, as people read it. */
export const deliveryLabel: Readonly<Record<MailStatus, string>> = {
  sent: 'Sent',
  kept: 'Kept',
  waiting: 'Waiting',
  failed: 'Failed',
};

export const deliveryTone: Readonly<Record<MailStatus, Tone>> = {
  sent: 'green',
  kept: 'blue',
  waiting: 'yellow',
  failed: 'red',
};
