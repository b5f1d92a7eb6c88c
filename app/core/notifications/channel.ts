/** The channels a notification takes, as people read them. */

import type { Channel } from '#kernel/statuses.ts';

export const channelLabel: Readonly<Record<Channel, string>> = {
  bell: 'Bell',
  email: 'Email',
  push: 'Push',
  sms: 'Text message',
};
