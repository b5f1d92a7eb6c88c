/**
 * Opens connections to PostgreSQL that can break at any moment without harming the process, and sets their time limits.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import { log } from '#platform/log.ts';

/**
 * Time limits for requests, in milliseconds. Every limit ends a request, never the process, and together they end it
 * well before a person gives up: a page's statement takes a few milliseconds, the slowest report under one second.
 * `DATABASE_URL` may raise any of them with a parameter of the same name (`?statement_timeout=20000`).
 */
const requestLimits = {
  /** The wait for a free connection or for a new one to open. */
  connectionTimeoutMillis: 5000,
  /** PostgreSQL waits this long for a row that another checkout has locked; a checkout takes about ten milliseconds. */
  lock_timeout: 4000,
  /** PostgreSQL cancels the statement, and the connection remains usable. */
  statement_timeout: 8000,
  /**
   * We give up because PostgreSQL is silent; otherwise it would have canceled the statement. The connection is
   * destroyed.
   */
  query_timeout: 10_000,
  /**
   * Otherwise a transaction of a process that died silently would hold its row locks and block everyone behind them.
   */
  idle_in_transaction_session_timeout: 10_000,
} as const;

/** The limit for migrations, seeds and bulk work: statements may take any time, only connecting is limited. */
const longWorkLimits = { connectionTimeoutMillis: 10_000 } as const;

/** How soon a dead peer is noticed on an idle connection. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** The share of the connection wait that one attempt may take, so that a failed attempt leaves time for another. */
const SHARE_TO_CONNECT = 0.6;

/** The longest wait for a clean close; a silent peer never confirms it. */
const GOODBYE_MS = 1000;

export type ConnectionOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Removes the time limits for statements. */
  forLongWork: boolean;
};

/** Returns the settings for a `Connection` or for a pool of them. */
export function connectionSettings({ url, name, forLongWork }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    ...keptAlive,
    ...(forLongWork ? longWorkLimits : requestLimits),
  };
}

/** A `pg` client that always has an error listener and always closes. */
export class Connection extends pg.Client {
  readonly #socket: Socket;

  constructor(settings: pg.ClientConfig = {}) {
    const { connectionTimeoutMillis = 0 } = settings;
    const socket = new Socket();
    super({
      ...settings,
      stream: () => socket,
      connectionTimeoutMillis: connectionTimeoutMillis * SHARE_TO_CONNECT,
    });
    this.#socket = socket;
    // A pool removes its own listener while a client is checked out, and an error event without a listener ends the
    // process. Callers waiting for a result get the error anyway.
    this.on('error', (error) => log.info({ err: error }, 'database connection lost'));
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const impatient = setTimeout(() => this.destroy(), GOODBYE_MS);
    this.once('end', () => clearTimeout(impatient));
    // A client that ends before it connects emits no 'end' event, so the timer must not block the exit.
    impatient.unref();
    return done ? super.end(done) : super.end();
  }

  /** Closes the socket at once, whatever state the server is in. */
  destroy(): void {
    this.#socket.destroy();
  }
}
