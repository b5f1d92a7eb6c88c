/** File storage: the one that is open, and files in a folder. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Env } from '../env.ts';
import { singleton } from '../singleton.ts';
import { type FileStore, isFileKey, type ListedFile } from './file-store.ts';

/** Files listed at a time. */
const PAGE = 500;

/** Files under one folder of this machine. */
export function folderStore(folder: string): FileStore {
  const place = (key: string): string => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  return {
    place: 'The data folder of this machine',
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that a crash leaves the old file or the new one, never half.
      const partial = `${path}.${randomUUID()}.partial`;
      try {
        await writeFile(partial, bytes, { mode: 0o600 });
        await rename(partial, path);
      } catch (error) {
        // What a full disk has taken of it is of no use, and takes room.
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
  };
}

/** Every file in a folder and the folders in it, by key; a file that goes away meanwhile is left out. */
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

/** The store the environment names: a bucket, or the data folder. */
export async function fileStoreOf(env: Env): Promise<FileStore> {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) {
    return folderStore(join(env.dataFolder, 'files'));
  }
  // Ten megabytes of memory that a shop with a data folder need not spend.
  const { s3Store } = await import('./s3-store.ts');
  return s3Store({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
}

const current = singleton<FileStore>('files');

/** Sets the store that `files()` gives from then on. */
export function openFiles(store: FileStore): void {
  current.set(store);
}

export function files(): FileStore {
  return current.demand();
}
