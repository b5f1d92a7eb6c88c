/** Connects PostgreSQL's announcements to the open pages of this process. */

import { openLiveHub } from '#core/ground/live/live.server.ts';
import { listen } from '#db/listen.ts';
import { isTopic } from '#kernel/topic.ts';
import { LIVE_CHANNEL } from '#platform/live/announce.ts';

export type Live = {
  /**
   * Notifies every open page that the shop is stopping, and refuses new streams. Call it before the HTTP server waits
   * for its last responses.
   */
  endStreams(): Promise<void>;
  stop(): Promise<void>;
};

export async function startLive(url: string): Promise<Live> {
  const hub = openLiveHub();
  const listener = await listen({
    url,
    channel: LIVE_CHANNEL,
    onNotify: (payload) => {
      if (isTopic(payload)) hub.hear(payload);
    },
    onReconnect: () => hub.missed(),
  });
  return { endStreams: () => hub.close(), stop: () => listener.stop() };
}
