/**
 * How old the data of a page can be when its scripts start to listen. A page that the browser loaded is as old as its
 * document. A page that the router loaded is as old as that navigation: without knowing when it started, a change that
 * staff made a moment before would look like someone else's.
 */
import { useEffect } from 'react';
import { useNavigation } from 'react-router';

/** The oldest that data can be; the clock corrects this for a slower load. */
const OLDEST_DATA_MS = 15_000;
/** Between the start of a navigation and the moment when React says so, at most. */
const LATE_MS = 2000;

let navigatedAt = 0;

/**
 * Notes when each navigation starts to load. For frames whose links load nothing before they are followed: data that
 * was prefetched is older than its navigation.
 */
export function useNoteNavigations(): void {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    if (isLoading) navigatedAt = Date.now();
  }, [isLoading]);
}

/** Announcements after this moment may be missing in the page's data; ms since 1970. */
export const dataSince = (): number => oldestData(Date.now(), performance.now(), navigatedAt);

/** @param documentAge in ms; @param navigated when the latest navigation started, 0 for none */
export function oldestData(now: number, documentAge: number, navigated: number): number {
  return Math.max(now - Math.min(OLDEST_DATA_MS, documentAge), navigated - LATE_MS);
}
