/** Formats one person of a recall. */
import { answerOutcome } from '#core/recalls/recall.ts';
import type { RecallPerson } from '#core/recalls/recalls-queries.server.ts';
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

export function personRow(person: RecallPerson, zone: string): PersonRow {
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
    message: messageOf(person, at),
    answer: answer && {
      label: answerOutcome[answer],
      at: at(answeredAt) ?? '',
      by: answeredByName,
    },
  };
}

function messageOf(
  { status, customer, isWalkIn, isBounced, openedAt, sentAt }: RecallPerson,
  at: (date: Date | null) => string | null,
): PersonRow['message'] {
  if (status === 'not-sent') return { tone: 'plain', label: 'Exercise', at: null };
  if (openedAt) return { tone: 'green', label: 'Read', at: at(openedAt) };
  if (status === 'unreachable' || customer === null)
    return { tone: 'red', label: isWalkIn ? 'Walk-in: not reachable' : 'Account deleted', at: null };
  if (isBounced) return { tone: 'red', label: 'Email refused', at: at(sentAt) };
  return status === 'waiting'
    ? { tone: 'yellow', label: 'Waiting', at: null }
    : { tone: 'blue', label: 'Sent', at: at(sentAt) };
}
