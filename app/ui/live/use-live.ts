/**
 * Reloads a page's data when one of its topics is announced: its loaders run again.
 *
 *     export default function OrderPage({ loaderData }: Route.ComponentProps) {
 *       const live = useLive([`order:${loaderData.order.id}`], { paused: form.isDirty });
 *       return live.isStale ? <Notice>This order has changed. <button onClick={live.refresh}>Show</button></Notice> : …
 *     }
 *
 * It does nothing on the server, and the browser loads the code behind it after the page runs. The server decides who
 * may subscribe to what (`core/ground/live/live-access.ts`); a topic that is not allowed stays silent.
 */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetchers, useLoaderData, useNavigation, useRevalidator } from 'react-router';
import { type Topic, writeTopics } from '#kernel/topic.ts';
import { dataSince } from './data-age.ts';
import { Refresher } from './refresher.ts';

export type Live = {
  /** Something was announced while `paused`. */
  isStale: boolean;
  /** Runs the loaders now, paused or not. */
  refresh: () => void;
};

export type LiveOptions = {
  /** While true, announcements are only recorded: the user is editing what they would change. */
  paused?: boolean;
  /**
   * Asked while paused, before the page says that it is stale: whether it shows something else than what is so now. The
   * announcement of the user's own press may come after its answer.
   */
  isNews?: () => Promise<boolean>;
};

export function useLive(topics: readonly Topic[], { paused = false, isNews }: LiveOptions = {}): Live {
  const { revalidate } = useRevalidator();
  const [isStale, setStale] = useState(false);
  const refresher = useRef<Refresher | null>(null);
  const wanted = writeTopics(topics);

  const run = useEffectEvent(() => revalidate());
  // A press under way, until its answer and the data after it are here. A refresh before that would abort a navigation, and
  // the router follows no redirect of a fetcher that is older than the last load.
  const isNavigating = useNavigation().state !== 'idle';
  const isSaving = useFetchers().some(({ state }) => state !== 'idle') || isNavigating;
  const isHeld = useEffectEvent(() => paused || isSaving);
  const isUnasked = useRef(false);
  const hear = useEffectEvent(async () => {
    if (!paused || !isNews) refresher.current?.hear();
    else if (isSaving) isUnasked.current = true;
    else answer(await isNews());
  });
  // While the question was on its way, the user may have pressed again: then it is asked once more.
  const answer = useEffectEvent((news: boolean) => {
    if (isSaving) isUnasked.current = true;
    else if (news) refresher.current?.hear();
  });

  useEffect(() => {
    if (wanted === '') return;
    const own = new Refresher({
      refresh: () => run(),
      isHeld: () => document.visibilityState === 'hidden' || isHeld(),
      onStale: (stale) => setStale(stale),
    });
    refresher.current = own;
    const look = () => own.look();
    document.addEventListener('visibilitychange', look);
    const since = dataSince();
    let stop: (() => void) | null = null;
    let stopped = false;
    import('./live-tabs.ts').then(
      ({ subscribe }) => {
        if (!stopped) stop = subscribe(wanted.split(',') as Topic[], since, () => void hear());
      },
      // Without a network the next page tries again.
      () => undefined,
    );
    return () => {
      stopped = true;
      stop?.();
      own.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [wanted]);

  useEffect(() => {
    if (!paused && !isSaving) refresher.current?.look();
  }, [paused, isSaving]);
  useEffect(() => {
    if (isSaving || !isUnasked.current) return;
    isUnasked.current = false;
    void hear();
  }, [isSaving]);

  // The user's own press loads the page's data again, and with it what it changed: that is no news.
  const loaded = useLoaderData<unknown>();
  const catchUp = useEffectEvent(() => {
    if (paused) refresher.current?.caughtUp();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the data is loaded again
  useEffect(() => catchUp(), [loaded]);

  const refresh = useCallback(() => void refresher.current?.refresh(), []);
  return { isStale: isStale && paused, refresh };
}
