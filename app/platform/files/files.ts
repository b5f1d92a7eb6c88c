/** Opens file storage, and stores files in a folder. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { singleton } from '../singleton.ts';
import { type FileStore, isFileKey, type ListedFile } from './file-store.ts';
import { s3Store } from './s3-store.ts';

/** Files listed at a time. */
const PAGE = 500;

/**
 * Stores files under one folder of this machine.
 * @param isDurable a stored file survives a power loss from the moment `put` returns
 */
export function folderStore(folder: string, isDurable = false): FileStore {
  const place = (key: string): string => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  return {
    place: 'The data folder of this machine',
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Writes to a temporary name and renames, so that a crash leaves the old file or the new one, never half.
      const partial = `${path}.${randomUUID()}.partial`;
      try {
        await writeFile(partial, bytes, { mode: 0o600, flush: isDurable });
        await rename(partial, path);
        if (isDurable) await flushFolder(dirname(path));
      } catch (error) {
        // A partial file from a full disk is useless and takes space.
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(key) {
      if (!isFileKey(key)) return null;
      const found = await stat(place(key)).catch(() => null);
      if (!found?.isFile()) return null;
      const body = Readable.toWeb(createReadStream(place(key))) as ReadableStream<Uint8Array>;
      return { body, size: found.size };
    },
    async modifiedAt(key) {
      if (!isFileKey(key)) return null;
      const found = await stat(place(key)).catch(() => null);
      return found?.isFile() ? found.mtime : null;
    },
    async *list(prefix) {
      yield* pagesOf(filesIn(folder, prefix));
    },
    async remove(key) {
      await rm(place(key), { force: true });
    },
    async removeEmptyFolders(isOurs) {
      for (const { name } of await foldersIn(folder)) if (isOurs(name)) await removeEmpty(join(folder, name));
    },
  };
}

const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isDirectory());

/** An empty folder harms nothing, so one that cannot be deleted is no reason to fail. */
async function removeEmpty(folder: string): Promise<void> {
  for (const { name } of await foldersIn(folder)) await removeEmpty(join(folder, name));
  await rmdir(folder).catch(() => undefined);
}

/** The name of a file is part of its folder. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Every file in a folder and its subfolders, by key; skips a file that is deleted in the meantime. */
async function* filesIn(root: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(root, prefix)).catch(() => null);
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(root, `${key}/`);
    else {
      const found = await stat(join(root, key)).catch(() => null);
      if (found) yield { key, modifiedAt: found.mtime };
    }
  }
}

async function* pagesOf(listed: AsyncIterable<ListedFile>): AsyncGenerator<readonly ListedFile[]> {
  let page: ListedFile[] = [];
  for await (const file of listed) {
    page.push(file);
    if (page.length === PAGE) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

/** The store that the environment names: a bucket, or the data folder. */
export function fileStoreOf(env: Env): FileStore {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) {
    return folderStore(join(env.dataFolder, 'files'));
  }
  return s3Store({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
}

const current = singleton<FileStore>('files');

/** Sets the store that `files()` returns from then on. */
export function openFiles(store: FileStore): void {
  current.set(store);
}

export function files(): FileStore {
  return current.demand();
}
