/** Files of the former shop in a bucket: a store on a real socket that checks each signature. */
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { bucketFiles } from './source-files.server.ts';

let peer: S3Peer;
const picture = Buffer.from('89504e470d0a1a0a', 'hex');
const of = (path: string, bucket = 'farmgate') => ({ bucket, path });

beforeAll(async () => {
  peer = await openS3Peer();
  await put('products/7/front view (ü).png', picture);
  await put('large.png', Buffer.alloc(20 * 1024 * 1024 + 1));
});

/** As the former shop did: under names that are not ours. */
async function put(path: string, body: Buffer): Promise<void> {
  const { endpoint, bucket, region, ...keys } = peer.options;
  const client = new AwsClient({ ...keys, region, service: 's3' });
  const name = encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
  const { status } = await client.fetch(`${endpoint}/${bucket}/${name}`, {
    method: 'PUT',
    body: new Uint8Array(body),
  });
  expect(status).toBe(200);
}
afterAll(() => peer.stop());

describe('a file in a bucket', () => {
  test('is read under the name that the former shop gave it', async () => {
    expect(await bucketFiles(peer.options).read(of('products/7/front view (ü).png'))).toEqual(picture);
  });

  test('is missing if it is not there, is too large, or has a name that leads elsewhere', async () => {
    const files = bucketFiles(peer.options);
    for (const path of ['products/8.png', 'large.png', '../farmgate/large.png', 'products//7', ''])
      expect(await files.read(of(path)), path).toBeNull();
    // After one that was not read to its end, the next one is.
    expect(await files.read(of('products/7/front view (ü).png'))).toEqual(picture);
  });

  test('ends the run if the store refuses the key or does not work: it is not missing', async () => {
    const path = of('products/7/front view (ü).png');
    await expect(bucketFiles({ ...peer.options, secretAccessKey: 'x' }).read(path)).rejects.toThrow();
    peer.failNext(503, 503);
    await expect(bucketFiles(peer.options).read(path)).rejects.toThrow();
    expect(await bucketFiles(peer.options).read(path)).toEqual(picture);
  });
});
