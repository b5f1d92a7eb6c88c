/** LISTEN on a connection of its own: how every instance hears what changed, without a broker. */
import pg from 'pg';
import { log } from '#platform/log.ts';

export type Listener = { stop(): Promise<void> };

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

/**
 * Calls `hear` for every NOTIFY on `channel`, and `reconnected` after a lost connection came back (whatever
 * was said meanwhile was missed). Reconnects by itself with a pause that grows to five seconds.
 */
export async function listen(options: {
  url: string;
  channel: string;
  hear: (payload: string) => void;
  reconnected: () => void;
}): Promise<Listener> {
  let client: pg.Client | null = null;
  let stopped = false;
  let pause = SHORTEST_PAUSE_MS;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: `farmgate listens: ${options.channel}`,
    });
    next.on('notification', (message) => options.hear(message.payload ?? ''));
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    // Only one that listened is missed when it ends: a try that failed ends too, and its caller tries again.
    next.on('end', later);
    client = next;
    pause = SHORTEST_PAUSE_MS;
  };
  const later = (): void => {
    if (!stopped) setTimeout(retry, pause).unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
  const retry = async (): Promise<void> => {
    if (stopped) return;
    try {
      await connect();
    } catch (error) {
      log.warn(
        { channel: options.channel, error: error instanceof Error ? error.message : String(error) },
        'cannot listen yet',
      );
      return later();
    }
    if (stopped) await client?.end();
    else options.reconnected();
  };

  await connect();
  return {
    stop: async () => {
      stopped = true;
      await client?.end();
    },
  };
}
