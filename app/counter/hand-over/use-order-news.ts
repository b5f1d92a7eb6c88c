/** Listens to what happens to the order of an open hand-over page, and says whether any of it is news. */
import type { Live } from '#ui/live/use-live.ts';
import { useMarkedLive } from '#ui/live/use-marked-live.ts';
import type { CounterOrder } from '../day/counter-order.ts';
import { orderMark } from './order-mark.ts';

/** @param paused while staff type, nothing changes under their hands; then `isStale` says that someone else changed it. */
export const useOrderNews = (order: CounterOrder, paused: boolean): Live =>
  useMarkedLive([`order:${order.id}`], {
    paused,
    mark: orderMark(order),
    markUrl: `/counter/orders/${order.number}/mark`,
  });
