/** Tries to write wherever the shop must be able to (`write-rules`). Leaves nothing behind. */
import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionTrouble } from '#core/running/connections/connection.ts';
import { databasePool } from '#db/client.ts';
import { newId } from '#kernel/ids.ts';
import type { Env } from '#platform/env.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { diskProblem } from '#platform/uploads/disk-problem.ts';
import { MAXIMUM_UPLOAD } from '#platform/uploads/receive-upload.ts';
import { type WritePlace, type WriteTrial, type WriteTrouble, writePlaces } from './write-rules.ts';

/** Milliseconds for a trial: what takes longer has failed for the person who waits. */
const PATIENCE_MS: Readonly<Record<WritePlace, number>> = { disk: 2000, files: 5000, database: 2000 };

/** Where to write. @param store null without one. @param hasDatabase whether its pool is open */
export type WriteTargets = { env: Env; store: FileStore; hasDatabase: boolean };

type Trouble = WriteTrouble | null;

/** Trials that have not ended: one that hangs occupies a thread or a connection, so no other joins it. */
const underWay = new Map<WritePlace, Promise<Trouble>>();

/** Tries all places at once, each within its time. */
export const tryWrites = (targets: WriteTargets): Promise<WriteTrial[]> =>
  Promise.all(writePlaces.map((place) => tryWrite(place, targets)));

export async function tryWrite(place: WritePlace, targets: WriteTargets): Promise<WriteTrial> {
  if (!isThere(place, targets)) return { place, trouble: undefined };
  let trial = underWay.get(place);
  if (!trial) {
    trial = attempts[place](targets).finally(() => underWay.delete(place));
    underWay.set(place, trial);
  }
  const late = Promise.withResolvers<Trouble>();
  const timer = setTimeout(() => late.resolve(tooLate(place)), PATIENCE_MS[place]);
  const trouble = await Promise.race([trial, late.promise]).finally(() => clearTimeout(timer));
  return { place, trouble };
}

/** Before the first start there is no folder, and the doctor creates none. */
function isThere(place: WritePlace, { env, hasDatabase }: WriteTargets): boolean {
  if (place === 'database') return hasDatabase;
  return existsSync(env.dataFolder) || (place === 'files' && env.S3_BUCKET !== undefined);
}

const tooLate = (place: WritePlace): WriteTrouble => ({
  kind: 'silent',
  text: `A write was not confirmed within ${PATIENCE_MS[place] / 1000} seconds.`,
});

const attempts: Readonly<Record<WritePlace, (targets: WriteTargets) => Promise<Trouble>>> = {
  disk: async ({ env }) => {
    const uploads = join(env.dataFolder, 'uploads');
    const folder = existsSync(uploads) ? uploads : env.dataFolder;
    const path = join(folder, `${newId()}.probe`);
    try {
      await writeFile(path, 'x', { mode: 0o600, flag: 'wx' });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < MAXIMUM_UPLOAD ? { kind: 'full', text: 'The disk is full.' } : null;
    } catch (error) {
      return troubleOf('The data folder', error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  },
  files: async ({ env, store }) => {
    const key = `trial-${newId()}`;
    try {
      await store.put(key, Buffer.from('trial'), 'text/plain');
      await store.remove(key);
      return null;
    } catch (error) {
      return troubleOf(env.S3_BUCKET ? 'The bucket' : 'The data folder', error);
    }
  },
  // A commit that must reach the disk, and a synchronous replica if there is one, and changes no table.
  database: async () => {
    try {
      await databasePool().query(`select pg_logical_emit_message(true, 'farmgate', 'trial')`);
      return null;
    } catch (error) {
      return troubleOf('The database', error);
    }
  },
};

function troubleOf(who: string, error: unknown): WriteTrouble {
  if (diskProblem(error)?.kind === 'disk-full') return { kind: 'full', text: 'The disk is full.' };
  return { kind: 'refused', text: connectionTrouble(who, error, '') };
}
