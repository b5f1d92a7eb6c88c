/** LISTEN on a connection of its own: how every instance hears what changed, without a broker. */
import pg from 'pg';
import { log } from '#platform/log.ts';
import { Connection, connectionSettings } from './connection.ts';

export type Listener = {
  /** Whether the database answers within `patience` milliseconds, asked over the listener's own connection. */
  answers(patience: number): Promise<boolean>;
  stop(): Promise<void>;
};

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1000;
/** A connection over which nothing is asked looks alive for hours after the other side has gone silent. */
const LOOK_EVERY_MS = 10_000;
const LOOK_PATIENCE_MS = 5000;

/**
 * Calls `hear` for every NOTIFY on `channel`, `lost` when the connection is gone and `reconnected` after it came back
 * (whatever was said meanwhile was missed). Reconnects by itself with a pause that grows to a second; a silent
 * connection counts as lost within fifteen seconds.
 */
export async function listen(options: {
  url: string;
  channel: string;
  hear: (payload: string) => void;
  lost?: () => void;
  reconnected: () => void;
}): Promise<Listener> {
  const name = `farmgate listens: ${options.channel}`;
  const settings = connectionSettings({ url: options.url, name, forLongWork: false });
  /** The connection that listens; null while there is none. */
  let client: Connection | null = null;
  let stopped = false;
  let pause = SHORTEST_PAUSE_MS;
  let asking: Promise<boolean> | null = null;

  const connect = async (): Promise<void> => {
    const next = new Connection(settings);
    next.on('notification', (message) => options.hear(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    } catch (error) {
      next.destroy();
      throw error;
    }
    // Only one that listened is missed when it ends: a try that failed ends too, and its caller tries again.
    next.on('end', () => {
      client = null;
      if (stopped) return;
      log.warn({ channel: options.channel }, 'the connection that listens was lost');
      options.lost?.();
      later();
    });
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
      log.warn({ channel: options.channel, err: error }, 'cannot listen yet');
      return later();
    }
    if (stopped) await client?.end();
    else options.reconnected();
  };

  /** One question at a time, whoever asks: behind one that is not answered the next would wait as well. */
  const ask = (): Promise<boolean> => {
    if (client === null) return Promise.resolve(false);
    const asked = client;
    const statement = { text: 'select 1', query_timeout: LOOK_PATIENCE_MS };
    asking ??= asked
      .query(statement)
      .then(
        () => true,
        () => {
          asked.destroy();
          return false;
        },
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  const look = setInterval(ask, LOOK_EVERY_MS);
  look.unref();

  await connect();
  return {
    answers: async (patience) => {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, patience, false);
      });
      return Promise.race([ask(), tooLate]).finally(() => clearTimeout(timer));
    },
    stop: async () => {
      stopped = true;
      clearInterval(look);
      await client?.end();
    },
  };
}
