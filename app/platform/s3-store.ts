/** File storage in any S3-compatible store. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
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
  const host = options.endpoint ? new URL(options.endpoint).host : `S3, ${options.region}`;
  return {
    place: `The bucket ${options.bucket} at ${host}`,
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
