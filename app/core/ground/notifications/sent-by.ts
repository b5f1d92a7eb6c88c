/** Says by which channels a message reached a person. */
import type { Channel, MailStatus } from '#kernel/statuses.ts';

/** A message on one channel: a mail's status, or the delivery's. */
export type SentOn = { channel: Channel; status: MailStatus };

const channelNames: Readonly<Record<Channel, string>> = {
  bell: 'bell',
  email: 'email',
  push: 'push',
  sms: 'text',
};

/**
 * 'Sent by bell; email not sent'.
 * @param sendsEmail false without a mail server: email that waits is then not sent either
 */
export function sentBy(channels: readonly SentOn[], sendsEmail: boolean): string {
  const named = (wanted: readonly MailStatus[]) =>
    channels
      .filter((one) => wanted.includes(statusOf(one, sendsEmail)))
      .map(({ channel }) => channelNames[channel])
      .join(', ');
  const [sent, waiting, unsent] = [named(['sent']), named(['waiting']), named(['kept', 'failed'])];
  const words = [sent && `sent by ${sent}`, waiting && `${waiting} waiting`, unsent && `${unsent} not sent`]
    .filter(Boolean)
    .join('; ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The status of a message on one channel, as `sentBy` says it. */
export const statusOf = ({ channel, status }: SentOn, sendsEmail: boolean): MailStatus =>
  channel === 'email' && status === 'waiting' && !sendsEmail ? 'kept' : status;
