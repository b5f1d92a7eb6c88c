/** Runs LISTEN on a separate connection, so that every instance learns about changes without a broker. */
import pg from 'pg';
import { log } from '#platform/log.ts';
import { Connection, connectionSettings } from './connection.ts';

export type Listener = {
  /** Whether the database answers within `patience` milliseconds, checked over the listener's connection. */
  answers(patience: number): Promise<boolean>;
  stop(): Promise<void>;
};

const SHORTEST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1000;
/** An idle connection looks alive for hours after the other side goes silent. */
const LOOK_EVERY_MS = 10_000;
const LOOK_TIMEOUT_MS = 5000;

/**
 * Calls `onNotify` for every NOTIFY on `channel`, `onLost` when the connection breaks and `onReconnect` once it is back
 * (notifications in between are lost). Reconnects automatically with a pause that grows to a second; a silent
 * connection counts as lost within fifteen seconds.
 */
export async function listen(options: {
  url: string;
  channel: string;
  onNotify: (payload: string) => void;
  onLost?: () => void;
  onReconnect: () => void;
}): Promise<Listener> {
  const name = `farmgate listens: ${options.channel}`;
  const settings = connectionSettings({ url: options.url, name, forLongWork: false });
  /** The connection that listens; null while disconnected. */
  let client: Connection | null = null;
  let stopped = false;
  let pause = SHORTEST_PAUSE_MS;
  let asking: Promise<boolean> | null = null;

  const connect = async (): Promise<void> => {
    const next = new Connection(settings);
    next.on('notification', (message) => options.onNotify(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    } catch (error) {
      next.destroy();
      throw error;
    }
    // Only the loss of a listening connection counts: a failed attempt to connect also ends, and its caller retries.
    next.on('end', () => {
      client = null;
      if (stopped) return;
      log.warn({ channel: options.channel }, 'the connection that listens was lost');
      options.onLost?.();
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
    else options.onReconnect();
  };

  /** Sends one query at a time, shared by all callers: a second one would only wait behind an unanswered first. */
  const ask = (): Promise<boolean> => {
    if (client === null) return Promise.resolve(false);
    const asked = client;
    const statement = { text: 'select 1', query_timeout: LOOK_TIMEOUT_MS };
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
