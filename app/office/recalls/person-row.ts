/** Formats one person of a recall. */
import { statusOf } from '#core/ground/notifications/sent-by.ts';
import { answerOutcome } from '#core/sales/recalls/recall.ts';
import { messageText } from '#core/sales/recalls/recall-people.ts';
import type { RecallPerson } from '#core/sales/recalls/recalls-queries.server.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';
import type { Tone } from '#ui/badge.tsx';

export type PersonRow = Pick<
  RecallPerson,
  'number' | 'customerId' | 'customer' | 'isWalkIn' | 'email' | 'phone' | 'units' | 'returned'
> & {
  message: { tone: Tone; label: string; at: string | null };
  /** null without an answer. */
  answer: { label: string; at: string; by: string | null } | null;
};

/** @param sendsEmail whether there is a mail server */
export function personRow(person: RecallPerson, zone: string, sendsEmail: boolean): PersonRow {
  const { number, customerId, customer, isWalkIn, email, phone, units, returned } = person;
  const { answer, answeredAt, answeredByName } = person;
  const at = (date: Date | null) => date && formatDateTime(instantOf(date), zone);
  return {
    number,
    customerId,
    customer,
    isWalkIn,
    email,
    phone,
    units,
    returned,
    message: messageOf(person, at, sendsEmail),
    answer: answer && {
      label: answerOutcome[answer],
      at: at(answeredAt) ?? '',
      by: answeredByName,
    },
  };
}

function messageOf(
  person: RecallPerson,
  at: (date: Date | null) => string | null,
  sendsEmail: boolean,
): PersonRow['message'] {
  const { status, customer, isWalkIn, channels, openedAt, sentAt } = person;
  if (status === 'not-sent') return { tone: 'plain', label: 'Exercise', at: null };
  if (openedAt) return { tone: 'green', label: 'Read', at: at(openedAt) };
  if (status === 'unreachable' || customer === null)
    return { tone: 'red', label: isWalkIn ? 'Walk-in: not reachable' : 'Account deleted', at: null };
  const label = messageText(person, sendsEmail);
  if (status === 'waiting') return { tone: 'yellow', label, at: null };
  const email = channels.find(({ channel }) => channel === 'email');
  const tones = { sent: 'blue', waiting: 'yellow', kept: 'red', failed: 'red' } as const;
  return { tone: email ? tones[statusOf(email, sendsEmail)] : 'red', label, at: at(sentAt) };
}
