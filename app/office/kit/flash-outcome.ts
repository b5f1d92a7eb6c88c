/** Redirects after a command, with a message about what it did or why it refused. */
import type { Result } from '#kernel/result.ts';
import { redirectWithFlash } from '#platform/requests/flash.ts';

export function flashOutcome<P>(
  path: string,
  outcome: Result<unknown, P>,
  words: { done: string; refused: (problem: P) => string },
): Response {
  return outcome.ok
    ? redirectWithFlash(path, words.done, 'success')
    : redirectWithFlash(path, words.refused(outcome.problem), 'error');
}
