/**
 * Listens like `useLive`, and before an open form says that someone else changed its thing, asks the server whether
 * anything it shows has changed: announcements also come of the user's own presses, and of what the page already has.
 */
import { useEffect, useRef } from 'react';
import type { Topic } from '#kernel/topic.ts';
import { type Live, useLive } from './use-live.ts';

export type Marked = {
  /** While true, nothing changes under the user's hands; then `isStale` says that something is news. */
  paused: boolean;
  /** What the page shows, in one text: equal texts, equal pages. */
  mark: string;
  /** Answers { mark } as it is now. */
  markUrl: string;
};

export function useMarkedLive(topics: readonly Topic[], { paused, mark, markUrl }: Marked): Live {
  const shown = useRef(mark);
  useEffect(() => {
    shown.current = mark;
  }, [mark]);
  // Without an answer it may be news.
  const isNews = async () => {
    try {
      const response = await fetch(markUrl);
      if (!response.ok) return true;
      const { mark: now } = (await response.json()) as { mark: string };
      return now !== shown.current;
    } catch {
      return true;
    }
  };
  return useLive(topics, { paused, isNews });
}
