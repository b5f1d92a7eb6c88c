/** Reads the files of the former shop: from a folder with one folder for each bucket, or from the buckets themselves. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { s3Store } from '#platform/files/s3-store.ts';
import { isSafePath } from './former/tables.ts';
import type { FileBytes, FileRef } from './records.ts';

export type SourceFiles = { read(ref: FileRef): Promise<FileBytes> };

const LARGEST = 20 * 1024 * 1024;

export const noFiles: SourceFiles = { read: async () => null };

/** Names that lead out of the folder, also by a link in it, are files that do not exist. */
export function folderFiles(folder: string): SourceFiles {
  return {
    async read({ bucket, path }) {
      if (!isSafePath(path) || !isSafePath(bucket)) return null;
      const root = await realpath(folder).catch(() => null);
      const file = await realpath(join(folder, bucket, path)).catch(() => null);
      if (root === null || file === null || !file.startsWith(root + sep)) return null;
      const found = await stat(file).catch(() => null);
      return found?.isFile() && found.size <= LARGEST ? readFile(file) : null;
    },
  };
}

/**
 * The buckets of an S3-compatible store. A store that refuses the key, or does not answer, ends the run, which then goes on
 * where it was: its files are not missing.
 */
export function bucketFiles(options: {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}): SourceFiles {
  const stores = new Map<string, ReturnType<typeof s3Store>>();
  return {
    async read({ bucket, path }) {
      const store = stores.get(bucket) ?? s3Store({ ...options, bucket, isKey: isSafePath });
      stores.set(bucket, store);
      const found = await store.get(path);
      if (found === null) return null;
      if (found.size > LARGEST) {
        await found.body.cancel();
        return null;
      }
      return buffer(found.body as never);
    },
  };
}
