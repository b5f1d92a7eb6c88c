/** Drafts the notice to the regulator: what is recalled, how much of it is where, and who was told when. */
import { formatNumber } from '#kernel/number.ts';
import { lotName, type RecallLot, recallName } from './recall.ts';
import { peopleCount, type TraceCounts, unitCount } from './trace.ts';

export type NoticeFacts = {
  number: number;
  isExercise: boolean;
  reason: string;
  lots: readonly RecallLot[];
  /** At the start of the recall; for a draft, now. */
  counts: TraceCounts;
  store: { legalName: string; license: string; address: string; phone: string };
  /** 'Nov 24, 2026 2:00 PM'; null while it is a draft. */
  startedAt: string | null;
  startedBy: string | null;
  /** When the last email was sent; null before the first one. */
  lastEmailAt: string | null;
  /** null for a draft and an exercise. */
  progress: {
    sent: number;
    'no-email': number;
    waiting: number;
    unreachable: number;
    opened: number;
    'brings-back': number;
    'used-up': number;
    call: number;
    returnedUnits: number;
  } | null;
  ended: { at: string; note: string } | null;
  /** 'Nov 24, 2026' */
  today: string;
};

/** Plain text for staff to check and send; nothing sends it. */
export function regulatorNotice(facts: NoticeFacts): string {
  const { store, lots, counts, progress } = facts;
  return [
    facts.isExercise ? 'EXERCISE. No product was recalled, and no one was notified.\n' : null,
    'To: New York State Office of Cannabis Management',
    `From: ${store.legalName}, license ${store.license}, ${store.address}, ${store.phone}`,
    `Date: ${facts.today}`,
    `Subject: ${recallName(facts)}: ${lots.map(({ batch }) => batch).join(', ')}`,
    '',
    'Recalled:',
    ...lots.map((lot) => `- ${lotName(lot)}`),
    `Reason: ${facts.reason}`,
    '',
    `Received: ${unitCount(counts.received)}.`,
    `Sold: ${unitCount(counts.sold)} to ${peopleCount(counts.buyers)}, of which ${formatNumber(counts.returned)} had been returned.`,
    `On hand: ${unitCount(counts.onHand)}${facts.startedAt ? ', off sale' : ''}.`,
    `In open orders: ${unitCount(counts.heldUnits)} in ${formatNumber(counts.heldOrders)} ${counts.heldOrders === 1 ? 'order' : 'orders'}.${facts.startedAt ? ' None of them will be handed over.' : ''}`,
    ...(facts.startedAt
      ? [
          '',
          `${facts.isExercise ? 'Traced' : 'Sales ended for good'} on ${facts.startedAt} by ${facts.startedBy ?? 'unknown'}.`,
        ]
      : []),
    ...(progress
      ? [
          `Told by email: ${peopleCount(progress.sent)}${facts.lastEmailAt ? `, the last on ${facts.lastEmailAt}` : ''}.`,
          ...(progress['no-email'] > 0
            ? [
                `Told without an email: ${peopleCount(progress['no-email'])}, in their account and, where available, by text message and push message.`,
              ]
            : []),
          ...(progress.waiting > 0 ? [`Message not sent yet: ${peopleCount(progress.waiting)}.`] : []),
          `Could not be reached: ${peopleCount(progress.unreachable)}.`,
          `Opened the message: ${formatNumber(progress.opened)}. Will return units: ${formatNumber(progress['brings-back'])}. Used or discarded them: ${formatNumber(progress['used-up'])}. No answer yet: ${formatNumber(progress.call)}.`,
          `Returned since: ${unitCount(progress.returnedUnits)}, in quarantine.`,
        ]
      : []),
    ...(facts.ended ? ['', `Ended on ${facts.ended.at}. ${facts.ended.note}`.trim()] : []),
  ]
    .filter((line) => line !== null)
    .join('\n');
}
