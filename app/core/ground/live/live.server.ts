/** Opens the process's live hub: signed-in people may listen, to what they may see, for as long as they may. */
import type { SignedIn } from '#core/ground/access/actor.ts';
import { LiveHub } from '#platform/live/live-hub.ts';
import { singleton } from '#platform/singleton.ts';
import { stillAllowed } from './live-access-queries.server.ts';

const current = singleton<LiveHub<SignedIn>>('live hub');

/** Opens the hub that `liveHub()` returns from then on. */
export function openLiveHub(): LiveHub<SignedIn> {
  const hub = new LiveHub<SignedIn>({ stillAllowed, personOf: (listener) => listener.userId });
  current.set(hub);
  return hub;
}

/** The number of open streams of this process. */
export const liveStreams = (): number => current.get()?.size ?? 0;

export function liveHub(): LiveHub<SignedIn> {
  return current.demand();
}
