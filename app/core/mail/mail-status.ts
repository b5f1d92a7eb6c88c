/** What became of a message, or of a delivery on any channel: its word, and the color that says so beside it. */

import type { MailStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

export const mailTones: Readonly<Record<MailStatus, Tone>> = {
  sent: 'green',
  kept: 'blue',
  waiting: 'yellow',
  failed: 'red',
};

/** What people read. */
export const mailStatusLabel: Readonly<Record<MailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent: no mail server',
  failed: 'Failed',
};
