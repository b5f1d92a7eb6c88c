/** Jobs that failed for good or were cut off, for those who run the shop. */
import { isCutOff } from '#platform/queue-figures.ts';

/** Codes run out within minutes: a late one would only confuse. Their names are those of the queues. */
const codes = ['text-code', 'sms-code'];

/** 'end-expired-holds' → 'End expired holds' */
export const jobLabel = (queue: string): string =>
  queue.charAt(0).toUpperCase() + queue.slice(1).replaceAll('-', ' ');

/** Whether its failed jobs may be tried again: every handler is safe to repeat, and tasks come again by themselves. */
export const mayRetry = ({ queue, isScheduled }: { queue: string; isScheduled: boolean }): boolean =>
  !isScheduled && !codes.includes(queue);

/** What happens with the failed jobs of a kind that may not be tried again. */
export const noRetryWords = ({ isScheduled }: { isScheduled: boolean }): string =>
  isScheduled ? 'Runs again automatically.' : 'People ask for a new code.';

/** Why a kind's newest job failed. @param at when, in words */
export function failureWords(reason: string, at: string): string {
  if (isCutOff(reason)) return `It was interrupted when the shop stopped, which was noticed ${at}.`;
  return reason || 'No reason was stored; see the log.';
}
