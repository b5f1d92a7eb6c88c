/** Which case is open, while others decide about the same queue. */
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { AgeCase } from '#core/customers/age-queue.ts';
import type { AgeCaseAnswer } from '#core/customers/age-queue-queries.server.ts';

/**
 * The case that the page was opened with. The queue moves by itself as others decide; a case that slid into the place
 * of the one that was being looked at must not get its approval.
 */
export function useOpenCase(open: AgeCaseAnswer | null) {
  const { key } = useLocation();
  const userId = open === null ? null : open.state === 'open' ? open.case.userId : open.userId;
  const [first, setFirst] = useState({ key, userId });
  if (first.key !== key) setFirst({ key, userId });
  const wasReplaced = first.key === key && first.userId !== null && first.userId !== userId;
  return { open, wasReplaced };
}

/** What the action answered, for as long as this case is open: about the next it would say something wrong. */
export function useAnswerHere<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ key, answer: actionData });
  if (actionData && (last.key !== key || last.answer !== actionData)) setLast({ key, answer: actionData });
  return actionData ?? (last.key === key ? last.answer : undefined);
}

/** The one after it in the queue; after the last one the first. null where there is no other. */
export function nextOf(rows: readonly AgeCase[], userId: string | null): string | null {
  const at = rows.findIndex((row) => row.userId === userId);
  const next = rows[at + 1] ?? rows[0];
  return next && next.userId !== userId ? next.userId : null;
}
