/** What became of a message, and the colour that says so beside the word. */

import type { MailStatus } from '#kernel/statuses.ts';
import type { Tone } from '#ui/badge.tsx';

export const mailTones: Readonly<Record<MailStatus, Tone>> = {
  sent: 'green',
  kept: 'blue',
  waiting: 'yellow',
  failed: 'red',
};
