/** Opens the process's live hub: signed-in people and paired screens may listen, to what they may see, for as long as they may. */
import { LiveHub } from '#platform/live/live-hub.ts';
import { singleton } from '#platform/singleton.ts';
import { type Listener, stillAllowed } from './live-access-queries.server.ts';

const current = singleton<LiveHub<Listener>>('live hub');

/** Opens the hub that `liveHub()` returns from then on. */
export function openLiveHub(): LiveHub<Listener> {
  const personOf = (listener: Listener) =>
    listener.kind === 'display' ? listener.displayId : listener.userId;
  const hub = new LiveHub<Listener>({ stillAllowed, personOf });
  current.set(hub);
  return hub;
}

/** The number of open streams of this process. */
export const liveStreams = (): number => current.get()?.size ?? 0;

export function liveHub(): LiveHub<Listener> {
  return current.demand();
}
