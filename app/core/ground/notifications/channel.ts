/** The channels of a notification, with their labels. */

import type { Channel } from '#kernel/statuses.ts';

export const channelLabel: Readonly<Record<Channel, string>> = {
  bell: 'Bell',
  email: 'Email',
  push: 'Push',
  sms: 'Text message',
};
