/** Tracks which case is open while other staff decide cases of the same queue. */
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { AgeCase } from '#core/accounts/customers/age-queue.ts';
import type { AgeCaseAnswer } from '#core/accounts/customers/age-queue-queries.server.ts';
import { useSettling } from '#ui/form/use-settling.ts';

/**
 * The case that the page was opened with. The queue moves as others decide; a case that moves into the place of the
 * open one must not get its approval. `settling`: the cases moved a moment ago.
 */
export function useOpenCase(open: AgeCaseAnswer | null, rows: readonly AgeCase[]) {
  const { key } = useLocation();
  const userId = open === null ? null : open.state === 'open' ? open.case.userId : open.userId;
  const [first, setFirst] = useState({ key, userId });
  if (first.key !== key) setFirst({ key, userId });
  const wasReplaced = first.key === key && first.userId !== null && first.userId !== userId;
  const isSettling = useSettling({ queue: [userId, ...rows.map((row) => row.userId)].join() });
  return { open, wasReplaced, settling: isSettling('queue') };
}

/** The action's answer while this case is open: it would be wrong for the next one. */
export function useAnswerHere<T>(actionData: T | undefined): T | undefined {
  const { key } = useLocation();
  const [last, setLast] = useState({ key, answer: actionData });
  if (actionData && (last.key !== key || last.answer !== actionData)) setLast({ key, answer: actionData });
  return actionData ?? (last.key === key ? last.answer : undefined);
}

/** The next case in the queue; after the last one the first. null if there is no other. */
export function nextOf(rows: readonly AgeCase[], userId: string | null): string | null {
  const at = rows.findIndex((row) => row.userId === userId);
  const next = rows[at + 1] ?? rows[0];
  return next && next.userId !== userId ? next.userId : null;
}
