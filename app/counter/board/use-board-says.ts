/** Shows what the tablet says to a press on the board that it could not send. */
import { useEffect } from 'react';
import { useToast } from '#ui/toast.tsx';
import { warn } from '../kit/shift-sound.ts';

/** @param answer of the board's action; redirects have none */
export function useBoardSays(answer: unknown): void {
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once.
  useEffect(() => {
    if (typeof answer !== 'object' || answer === null || !('message' in answer)) return;
    warn();
    toast.show(String(answer.message), { tone: 'error' });
  }, [answer]);
}
