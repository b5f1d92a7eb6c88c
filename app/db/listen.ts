/** LISTEN on a connection of its own: how every instance hears what changed, without a broker. */
import pg from 'pg';
import { log } from '#platform/log.ts';

export type Listener = { stop(): Promise<void> };

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
  let pause = 100;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.url,
      keepAlive: true,
      application_name: `farmgate listens: ${options.channel}`,
    });
    next.on('notification', (message) => options.hear(message.payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) setTimeout(retry, pause).unref();
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    client = next;
    pause = 100;
  };
  const retry = (): void => {
    pause = Math.min(pause * 2, 5000);
    connect().then(options.reconnected, (error: Error) => {
      log.warn({ channel: options.channel, error: error.message }, 'cannot listen yet');
      if (!stopped) setTimeout(retry, pause).unref();
    });
  };

  await connect();
  return {
    stop: async () => {
      stopped = true;
      await client?.end();
    },
  };
}
