/** File storage by key: a folder on disk, or any S3-compatible store. Keys are ours, never a client's text. */
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

import type { Env } from './env.ts';
import { held } from './held.ts';

export type StoredFile = { body: ReadableStream<Uint8Array>; size: number };

export type FileStore = {
  /** Writes whole or not at all; overwrites. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null when there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Gone afterwards, whether or not it was there. */
  remove(key: string): Promise<void>;
};

/** Keys are path segments of letters, digits, '-', '_' and '.', none beginning with a dot. */
const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether `key` can name a file at all; anything else is answered like a file that does not exist. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && keyPattern.test(key);
}

/** Files under one folder of this machine. */
export function folderStore(folder: string): FileStore {
  const place = (key: string): string => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that a crash leaves the old file or the new one, never half.
      const partial = `${path}.${process.pid}.${Date.now()}.partial`;
      await writeFile(partial, bytes, { mode: 0o600 });
      await rename(partial, path);
    },
    async get(key) {
      if (!isFileKey(key)) return null;
      const found = await stat(place(key)).catch(() => null);
      if (!found?.isFile()) return null;
      const body = Readable.toWeb(createReadStream(place(key))) as ReadableStream<Uint8Array>;
      return { body, size: found.size };
    },
    async remove(key) {
      await rm(place(key), { force: true });
    },
  };
}

export type S3Options = {
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Files in a bucket of an S3-compatible store. */
export function s3Store(options: S3Options): FileStore {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    // Compatible stores seldom have a DNS name per bucket.
    forcePathStyle: options.endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
  });
  const place = (key: string) => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
    return { Bucket: options.bucket, Key: key };
  };
  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...place(key), Body: bytes, ContentType: contentType }));
    },
    async get(key) {
      if (!isFileKey(key)) return null;
      try {
        const found = await client.send(new GetObjectCommand(place(key)));
        if (!found.Body) return null;
        return { body: found.Body.transformToWebStream(), size: found.ContentLength ?? 0 };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
  };
}

/** The store the environment names: a bucket, or the data folder. */
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

const current = held<FileStore>('files');

/** Sets the store that `files()` gives from then on. */
export function openFiles(store: FileStore): void {
  current.set(store);
}

export function files(): FileStore {
  return current.demand();
}
