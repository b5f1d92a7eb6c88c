/** A connection to PostgreSQL that can break at any moment without harm to the process, and how long each may take. */
import pg from 'pg';
import { log } from '#platform/log.ts';

/**
 * What a request may wait for, in milliseconds. Every limit ends a request, never the process, and together they
 * end it well before a person gives up: a page's statement takes a few milliseconds, the slowest report under one
 * second. `DATABASE_URL` may raise any of them by a parameter of the same name (`?statement_timeout=20000`).
 */
const requestLimits = {
  /** For a free connection, or for a new one to stand. */
  connectionTimeoutMillis: 5000,
  /** PostgreSQL waits this long for a row that another checkout holds; a checkout takes some ten milliseconds. */
  lock_timeout: 4000,
  /** PostgreSQL ends the statement, and the connection stays good. */
  statement_timeout: 8000,
  /** We give up: PostgreSQL is silent, or it would have ended the statement by itself. The connection is destroyed. */
  query_timeout: 10_000,
  /** A transaction of a process that is gone without a word would hold its rows, and everybody behind them. */
  idle_in_transaction_session_timeout: 10_000,
} as const;

/** The same for migrations, seeds and bulk work: no statement is cut short, only a vain try to connect is. */
const longWorkLimits = { connectionTimeoutMillis: 10_000 } as const;

/** How soon a dead peer is noticed on a connection over which nothing is asked. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Of the time somebody waits for a connection, what a new one may take: after a vain try there is time for another. */
const SHARE_TO_CONNECT = 0.6;

/** Longest a goodbye may take; a silent peer never answers it. */
const GOODBYE_MS = 1000;

export type ConnectionOptions = {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Whether statements may take as long as they take. */
  forLongWork: boolean;
};

/** The settings of a connection, for `Connection` and for a pool of them. */
export function connectionSettings({ url, name, forLongWork }: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    ...keptAlive,
    ...(forLongWork ? longWorkLimits : requestLimits),
  };
}

/** A `pg` client that is never without an error listener and always comes to an end. */
export class Connection extends pg.Client {
  constructor(settings: pg.ClientConfig = {}) {
    const { connectionTimeoutMillis = 0 } = settings;
    super({ ...settings, connectionTimeoutMillis: connectionTimeoutMillis * SHARE_TO_CONNECT });
    // A pool takes its own listener off while a client is checked out; an error event without one ends the process.
    // Whoever waits for an answer hears of it anyway.
    this.on('error', (error) => log.info({ err: error }, 'database connection lost'));
  }

  override end(): Promise<void>;
  override end(done: (error: Error) => void): void;
  override end(done?: (error: Error) => void): Promise<void> | void {
    const impatient = setTimeout(() => this.destroy(), GOODBYE_MS);
    this.once('end', () => clearTimeout(impatient));
    // Ended before it began, it has no end to tell of.
    impatient.unref();
    return done ? super.end(done) : super.end();
  }

  /** Cuts the connection off, whatever the other side says. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}
