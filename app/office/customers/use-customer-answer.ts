/** Where a customer's page shows what was refused: in the note's form, in a dialog, or above the page. */
import { useEffect, useRef } from 'react';
import type { CustomerAnswer } from './answer-customer.server.ts';

/** What is asked for in dialogs, which show what was refused. */
const inDialogs: ReadonlySet<string> = new Set([
  'take-license-back',
  'decision',
  'birth-date',
  'points',
  'ban',
  'unban',
  'reset-factor',
]);

export function useCustomerAnswer(answer: CustomerAnswer | undefined) {
  const summary = useRef<HTMLDivElement>(null);
  // The note's form says what is wrong with the note, and a dialog what is wrong in it.
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
