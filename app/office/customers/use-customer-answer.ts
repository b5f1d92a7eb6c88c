/** Decides where a customer's page shows a refusal: in the note's form, in a dialog, or at the top of the page. */
import { useEffect, useRef } from 'react';
import type { CustomerAnswer } from './answer-customer.server.ts';

/** The intents of dialogs, which show their own refusals. */
const inDialogs: ReadonlySet<string> = new Set([
  'take-license-back',
  'decision',
  'birth-date',
  'points',
  'ban',
  'unban',
  'reset-factor',
  'sign-out',
  'lift-missed',
]);

export function useCustomerAnswer(answer: CustomerAnswer | undefined) {
  const summary = useRef<HTMLDivElement>(null);
  // The note's form and the dialogs show their own errors.
  const ofNote = answer?.intent === 'note' ? (answer.refusal ?? undefined) : undefined;
  const ofDialog =
    answer?.refusal && inDialogs.has(answer.intent)
      ? { intent: answer.intent, refusal: answer.refusal }
      : null;
  const refused = ofNote || ofDialog ? null : (answer?.refusal ?? null);
  useEffect(() => {
    if (refused) summary.current?.querySelector<HTMLElement>('[data-summary]')?.focus();
  }, [refused]);
  return { ofNote, ofDialog, refused, summary };
}
