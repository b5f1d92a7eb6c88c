/** What became of a message, and the colour that says so beside the word. */
import type { Tone } from '#ui/badge.tsx';

export type MailStatus = 'waiting' | 'sent' | 'kept' | 'failed';

export const mailTones: Readonly<Record<MailStatus, Tone>> = {
  sent: 'green',
  kept: 'blue',
  waiting: 'yellow',
  failed: 'red',
};
