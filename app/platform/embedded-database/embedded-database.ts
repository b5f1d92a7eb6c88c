import { type DatabaseBinaries, findBinaries } from './binaries.ts';
import { ensureCluster, hasCluster } from './cluster.ts';
import { applicationConnection, callServer, connectionUrl, type DatabaseConnection } from './connection.ts';
import { lockDataFolder } from './folder-lock.ts';
import { chooseLauncher } from './launcher.ts';
import { databaseLayout, prepareDataFolder, prepareSocketFolder, removeSocketFolder } from './layout.ts';
import { readPasswords } from './passwords.ts';
import { bringUp, type ServerPlan } from './postmaster.ts';
import { findPostmaster } from './postmaster-file.ts';
import { supervise } from './supervise.ts';

/** Milliseconds. */
const CALL_PATIENCE = 2_000;

/** The bundled PostgreSQL, running and answering. */
export interface EmbeddedDatabase {
  /** For `pg`, drizzle-kit, psql. Contains the password: never log it. */
  url: string;
  connection: DatabaseConnection;
  /** True if it took over a server that an earlier, killed start left running. */
  adopted: boolean;
  /** Shuts the server down cleanly and releases the data folder. May be called more than once. */
  stop(): Promise<void>;
}

/** The options of the bundled database. */
export interface EmbeddedDatabaseOptions {
  /** The folder for all data; created if missing. */
  dataFolder: string;
  /** Receives lines for the terminal: preparing, taking over, restarting. */
  onNotice?: (line: string) => void;
  /** PostgreSQL settings that override ours, for tests (`fsync: 'off'`). */
  settings?: Record<string, string>;
  /** The programs of another version, for a cluster that it made; the bundled ones if omitted. */
  binaries?: DatabaseBinaries;
}

/**
 * Starts the bundled PostgreSQL in a data folder: creates the cluster on the first start, and takes over a server that
 * an earlier start left behind. While this process lives, a server that dies is restarted. Only one process at a time
 * may start it; others connect through `embeddedDatabaseUrl`.
 * @throws DatabaseStartError with one sentence that says what to do.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { settings = {}, onNotice = () => {}, binaries = findBinaries() } = options;
  const layout = databaseLayout(options.dataFolder);
  prepareDataFolder(layout);
  const unlock = lockDataFolder(layout);
  try {
    const launcher = chooseLauncher(binaries, layout);
    const isNew = await ensureCluster(layout, binaries, launcher, settings.fsync !== 'off');
    if (isNew) onNotice(`A new database was made in ${layout.dataFolder}.`);
    const password = readPasswords(layout).application;
    const socketFolder = prepareSocketFolder(layout);
    const plan: ServerPlan = { layout, binaries, launcher, socketFolder, password, settings, onNotice };
    const server = await bringUp(plan);
    if (server.adopted) onNotice('The database of an earlier start was still running and is used on.');
    const stopServer = supervise({ ...plan, socketFolder: server.socketFolder }, server.pid);
    let stopping: Promise<void> | undefined;
    const connection = applicationConnection(server.socketFolder, password);
    return {
      url: connectionUrl(connection),
      connection,
      adopted: server.adopted,
      stop: () => {
        stopping ??= stopServer().finally(() => {
          removeSocketFolder(server.socketFolder);
          unlock();
        });
        return stopping;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * The URL of the bundled database that runs in a data folder, for a second tool next to the shop (the seed); null if
 * none runs or it does not answer.
 */
export async function embeddedDatabaseUrl(dataFolder: string): Promise<string | null> {
  const layout = databaseLayout(dataFolder);
  const server = hasCluster(dataFolder) ? findPostmaster(layout.cluster) : null;
  if (server === null) return null;
  const connection = applicationConnection(server.socketFolder, readPasswords(layout).application);
  return (await callServer(connection, CALL_PATIENCE)) === 'answers' ? connectionUrl(connection) : null;
}

/** The superuser's connection to the bundled database that runs in a data folder; null if none runs. */
export function administratorConnection(dataFolder: string): DatabaseConnection | null {
  const layout = databaseLayout(dataFolder);
  const server = hasCluster(dataFolder) ? findPostmaster(layout.cluster) : null;
  if (server === null) return null;
  const { administrator } = readPasswords(layout);
  return {
    ...applicationConnection(server.socketFolder, administrator),
    user: 'postgres',
    database: 'postgres',
  };
}

/**
 * The major version of the bundled PostgreSQL: no other one reads the files of its cluster.
 * @param dataFolder exists: the program is tried in it
 */
export const bundledVersion = (dataFolder: string): number =>
  chooseLauncher(findBinaries(), databaseLayout(dataFolder)).version;
