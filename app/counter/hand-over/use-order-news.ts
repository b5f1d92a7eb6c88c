/** Listens to what happens to the order of an open hand-over page, and says whether any of it is news. */
import { useEffect, useRef } from 'react';
import { type Live, useLive } from '#ui/live/use-live.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import { orderMark } from './order-mark.ts';

/** @param paused while staff type, nothing changes under their hands; then `isStale` says that someone else changed it. */
export function useOrderNews(order: CounterOrder, paused: boolean): Live {
  const mark = orderMark(order);
  const shown = useRef(mark);
  useEffect(() => {
    shown.current = mark;
  }, [mark]);
  // Without an answer it may be news.
  const isNews = async () => {
    try {
      const response = await fetch(`/counter/orders/${order.number}/mark`);
      if (!response.ok) return true;
      const { mark: now } = (await response.json()) as { mark: string };
      return now !== shown.current;
    } catch {
      return true;
    }
  };
  return useLive([`order:${order.id}`], { paused, isNews });
}
