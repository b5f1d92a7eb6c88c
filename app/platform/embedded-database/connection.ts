import pg from 'pg';
import { SOCKET_PORT } from './layout.ts';
import { APPLICATION_NAME } from './passwords.ts';

/** The settings `pg` needs to reach the database; `host` is the socket's folder. */
export interface DatabaseConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The application's connection, through the socket in the given folder. */
export function applicationConnection(socketFolder: string, password: string): DatabaseConnection {
  return {
    host: socketFolder,
    port: SOCKET_PORT,
    user: APPLICATION_NAME,
    password,
    database: APPLICATION_NAME,
  };
}

/**
 * The same as a URL that `pg`, psql and `new URL` all understand. The host before the path is a placeholder for strict
 * parsers; the parameter overrides it.
 */
export function connectionUrl({ host, port, user, password, database }: DatabaseConnection): string {
  const folder = encodeURIComponent(host);
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${folder}`;
}

/**
 * A server's state when contacted: it answers our query; it is busy starting, recovering or shutting down; it refuses
 * our password; or it is silent.
 */
export type Answer = 'answers' | 'busy' | 'refuses' | 'silent';

const CANNOT_CONNECT_NOW = '57P03';
const SHUTTING_DOWN = '57P01';
const TOO_MANY_CONNECTIONS = '53300';
const REFUSALS = new Set(['28P01', '28000', '3D000']);

/** Contacts the server once, for at most `patience` milliseconds. */
export async function callServer(connection: DatabaseConnection, patience: number): Promise<Answer> {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'farmgate-start',
  });
  // Without a listener, a server that dies between two steps would end our process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return 'answers';
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (code === CANNOT_CONNECT_NOW || code === SHUTTING_DOWN || code === TOO_MANY_CONNECTIONS) return 'busy';
    return REFUSALS.has(code) ? 'refuses' : 'silent';
  } finally {
    client.end().catch(() => {});
  }
}
