/** Links that change the list they stand on: they go with what they took away, and lead to its results. */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { leadToResults } from './lead-to-results.ts';

/** What such a link is given. */
export const ledLink = { preventScrollReset: true, state: { leadsTo: 'results' } } as const;

/** On the page of the list, once. Going back leads to where one was. */
export function useLedLinks(): void {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each location
  useEffect(() => {
    if (!isBack && (state as { leadsTo?: string } | null)?.leadsTo === 'results')
      leadToResults({ takeFocus: true });
  }, [key]);
}
