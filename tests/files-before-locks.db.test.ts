/** The file store may be another machine: no stock or product is locked while it is queried (docs/locks.md). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { receivePicture } from '#core/goods/catalogue/pictures/receive-picture.server.ts';
import { saveCertificate } from '#core/goods/stock/lots/edit-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { openFiles } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { aPerson, aProduct } from './support/people.ts';

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;
let product: number;
let bucket: Server;
/** For each request to the bucket, whether another transaction could lock the product and its stock at that moment. */
let couldLock: boolean[];

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-files-first-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
  product = await aProduct(fresh.db);
  bucket = createServer(async (request, response) => {
    request.resume();
    if (request.method === 'HEAD') couldLock.push(await canLock());
    response.writeHead(200, { 'Last-Modified': new Date().toUTCString() }).end();
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  openFiles(
    s3Store({
      endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'farmgate',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }),
  );
  await openUploads(folder);
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await fresh.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  couldLock = [];
});

async function canLock(): Promise<boolean> {
  try {
    await fresh.db.execute(sql`
      select from products join product_stock on product_id = id where id = ${product} for no key update nowait`);
    return true;
  } catch {
    return false;
  }
}

test('naming a certificate checks its file before it locks rows', async () => {
  const { rows } = await fresh.db.execute<{ id: number }>(
    sql`select id from lots where product_id = ${product}`,
  );
  const lotId = rows[0]?.id ?? 0;
  expect(await saveCertificate(admin, lotId, `certificates/${lotId}/abc`)).toMatchObject({ ok: true });
  expect(couldLock).toEqual([true]);
});

test('naming a picture checks its file before it locks rows', async () => {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#282' } })
    .png()
    .toBuffer();
  const body = new FormData();
  body.set('picture', new File([new Uint8Array(picture)], 'jar.png', { type: 'image/png' }));
  const request = new Request('http://localhost/pictures', { method: 'POST', body });
  const wanted = { productId: product, place: 'page' as const };
  expect(await receivePicture(admin, wanted, request)).toMatchObject({ ok: true });
  expect(couldLock.length).toBeGreaterThan(0);
  expect(couldLock).not.toContain(false);
});
