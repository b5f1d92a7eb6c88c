/** Stores files in any S3-compatible store. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type FileStore, isFileKey } from './file-store.ts';

export type S3Options = {
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * How long a store may be silent, in milliseconds: with one retry, a request ends within ten seconds. `requestTimeout`
 * runs until the response starts, `socketTimeout` from one packet to the next.
 */
const SILENCE_MS = 4000;
const limits = { connectionTimeout: 2000, socketTimeout: SILENCE_MS, throwOnRequestTimeout: true } as const;
const TRIES = 2;
/** Uploads take longer over a slow line, and a silent one must still end. Milliseconds. */
const SENDING_MS = 60_000;

/** Stores files in a bucket of an S3-compatible store. */
export function s3Store(options: S3Options): FileStore {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    // Compatible stores seldom have a DNS name per bucket.
    forcePathStyle: options.endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestHandler: { ...limits, requestTimeout: SILENCE_MS },
    maxAttempts: TRIES,
  });
  const place = (key: string) => {
    if (!isFileKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key)}`);
    return { Bucket: options.bucket, Key: key };
  };
  const host = options.endpoint ? new URL(options.endpoint).host : `S3, ${options.region}`;
  return {
    place: `The bucket ${options.bucket} at ${host}`,
    async put(key, bytes, contentType) {
      const command = new PutObjectCommand({ ...place(key), Body: bytes, ContentType: contentType });
      await client.send(command, { requestTimeout: SENDING_MS });
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
    async modifiedAt(key) {
      if (!isFileKey(key)) return null;
      try {
        return (await client.send(new HeadObjectCommand(place(key)))).LastModified ?? null;
      } catch (error) {
        if (error instanceof NotFound || error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: options.bucket,
            Prefix: prefix,
            MaxKeys: 500,
            ContinuationToken: token,
          }),
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, modifiedAt: LastModified }] : [],
        );
        token = page.NextContinuationToken;
      } while (token);
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
  };
}
