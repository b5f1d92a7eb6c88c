/** The label and color of a message's status, for a delivery on any channel. */

import type { MailStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

export const mailTones: Readonly<Record<MailStatus, Tone>> = {
  sent: 'green',
  kept: 'blue',
  waiting: 'yellow',
  failed: 'red',
};

export const mailStatusLabel: Readonly<Record<MailStatus, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent: no mail server',
  failed: 'Failed',
};
