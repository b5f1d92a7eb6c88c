/** Copies the cluster's files while it serves, as the start of what its log is added to. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConnection } from '#platform/embedded-database/connection.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { type TarEntry, tarBytes } from '#platform/files/tar.ts';
import type { StreamKey } from '#platform/secrets/encrypted-stream.ts';
import { gzipped, writePart } from '../parts.server.ts';
import { type Base, chainKey, filesPart } from './chain.ts';
import { INBOX, OUTBOX } from './log-segment.ts';

/** Their content belongs to the running server, or comes from the log. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'tablespace_map',
  OUTBOX,
  INBOX,
]);
/** PostgreSQL reads it first: it must not be older than what else was copied. */
const CONTROL = 'global/pg_control';

export type Cluster = {
  /** PostgreSQL's data directory. */
  folder: string;
  /** As the superuser: the application's role may not begin a backup. */
  connection: DatabaseConnection;
  passwords: Base['passwords'];
};

/**
 * @param name of the base, a backup's
 * @returns what its manifest will say; it is complete only once `lastSegment` is stored
 */
export async function takeBase(
  { store, key }: { store: FileStore; key: StreamKey },
  cluster: Cluster,
  { chain, name, zone }: { chain: string; name: string; zone: string },
): Promise<Base> {
  const client = new pg.Client({
    ...cluster.connection,
    ssl: false,
    application_name: 'farmgate continuous backup',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: started } = await client.query<{ segment: string; version: number }>(
      `select pg_walfile_name(pg_backup_start($1, true)) as segment,
        current_setting('server_version_num')::int / 10000 as version`,
      [name],
    );
    let ended = { segment: '', label: '', at: new Date(0) };
    const { folders, files } = await contentOf(cluster.folder);
    async function* entries(): AsyncGenerator<TarEntry> {
      for (const file of files) {
        const entry = await entryOf(cluster.folder, file);
        if (entry) yield entry;
      }
      const { rows } = await client.query<typeof ended>(
        `select pg_walfile_name(lsn) as segment, labelfile as label, clock_timestamp() as at
         from pg_backup_stop(wait_for_archive => false)`,
      );
      ended = rows[0] ?? ended;
      const label = Buffer.from(ended.label);
      yield { name: 'backup_label', size: label.length, content: one(label) };
    }
    const { pieces } = await writePart(
      store,
      key,
      chainKey(chain),
      filesPart(name),
      gzipped(tarBytes(entries())),
    );
    return {
      ...{
        format: 1,
        name,
        postgres: started[0]?.version ?? 0,
        zone,
        pieces,
        folders,
        passwords: cluster.passwords,
      },
      ...{ firstSegment: started[0]?.segment ?? '', lastSegment: ended.segment },
      completeAt: ended.at.toISOString(),
    };
  } finally {
    await client.end();
  }
}

async function contentOf(root: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  const walk = async (folder: string) => {
    // A temporary folder may be gone by now.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (LEFT_OUT.has(name) || entry.name.startsWith('pgsql_tmp')) continue;
      if (entry.isDirectory()) {
        folders.push(name);
        await walk(name);
      } else if (!EMPTIED.has(name.split('/', 1)[0] ?? '') && name !== CONTROL) files.push(name);
    }
  };
  await walk('');
  return { folders, files: [...files, CONTROL] };
}

/** null for a file that is gone. One that shrinks is filled with zeros, and one that grows is cut: the log has the rest. */
async function entryOf(root: string, name: string): Promise<TarEntry | null> {
  const found = await stat(join(root, name)).catch(() => null);
  if (!found) return null;
  return { name, size: found.size, content: exactly(join(root, name), found.size) };
}

async function* exactly(path: string, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  if (size > 0)
    try {
      for await (const part of createReadStream(path, { end: size - 1 })) {
        left -= part.length;
        yield part;
      }
    } catch (error) {
      // Its table was dropped: the log says so too.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  if (left > 0) yield Buffer.alloc(left);
}

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
