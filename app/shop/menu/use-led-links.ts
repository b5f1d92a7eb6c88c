/**
 * Handles links that change the list they belong to: they disappear with the filter they remove, and lead to the
 * results.
 */
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { leadToResults } from './lead-to-results.ts';

/** The props of such a link. */
export const ledLink = { preventScrollReset: true, state: { leadsTo: 'results' } } as const;

/** Use once on the list's page. Going back restores the previous position. */
export function useLedLinks(): void {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each location
  useEffect(() => {
    if (!isBack && (state as { leadsTo?: string } | null)?.leadsTo === 'results')
      leadToResults({ takeFocus: true });
  }, [key]);
}
