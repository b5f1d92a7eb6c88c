import { hasCluster } from './cluster.ts';
import { applicationConnection, callServer, connectionUrl } from './connection.ts';
import { databaseLayout } from './layout.ts';
import { readPasswords } from './passwords.ts';
import { findPostmaster } from './postmaster-file.ts';

/** Milliseconds. */
const PATIENCE = 2_000;

/**
 * The URL of the bundled database that runs in a data folder, for a second tool beside the shop (the seed); null
 * when none runs or it does not answer.
 */
export async function embeddedDatabaseUrl(dataFolder: string): Promise<string | null> {
  const layout = databaseLayout(dataFolder);
  const server = hasCluster(dataFolder) ? findPostmaster(layout.cluster) : null;
  if (server === null) return null;
  const connection = applicationConnection(server.socketFolder, readPasswords(layout).application);
  return (await callServer(connection, PATIENCE)) === 'answers' ? connectionUrl(connection) : null;
}
