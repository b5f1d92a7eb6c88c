/** A disk that is full during uploads: an immediate answer, no leftovers, and everything else continues. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStore } from '#platform/files/files.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { type SmallDisk, smallDisk } from '#tests/support/full-disk.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let disk: SmallDisk;
let app: Application;
/** The processes that write: the application's, and this one's. */
let writers: number[];

beforeAll(async () => {
  fresh = await freshDatabase();
  disk = smallDisk();
  console.log(
    disk.isMounted ? 'a small disk is mounted' : 'no disk may be mounted: files may not grow instead',
  );
  app = await startApplication(
    { NODE_ENV: 'production', DATABASE_URL: fresh.url },
    { dataFolder: disk.folder },
  );
  writers = [app.process.pid ?? 0, process.pid];
});
afterAll(async () => {
  await app?.stop();
  disk?.remove();
  await fresh.stop();
});

/** Limits the wait to what a person would accept. */
function send(
  path: string,
  field: string,
  cookie: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const form = new FormData();
  form.append(field, new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg');
  return fetch(app.origin + path, {
    method: 'POST',
    headers: { Origin: app.origin, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json', cookie },
    body: form,
    signal: AbortSignal.timeout(30_000),
  });
}
const health = async () => (await fetch(`${app.origin}/healthz`)).text();

test('uploads to a full disk end at once with a message, leave nothing, and work again once there is room', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async () => signedIn(fresh.db, await aPerson(fresh.db))),
  );
  const staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const product = await aProduct(fresh.db);
  expect(await health()).toBe('ready');
  const says = disk.isMounted
    ? 'The server’s disk is full. Nothing was saved.'
    : 'The server could not write to its disk. Nothing was saved.';

  disk.fill(writers);
  // More than the lane has places: the last ones also get an answer.
  const large = new Uint8Array(5_000_000);
  const answers = await Promise.all(
    people.map((cookie) => send('/profile/photo', 'photo', cookie, large).then(async (each) => each.json())),
  );
  expect(answers).toEqual(people.map(() => ({ message: `Upload failed: ${says}` })));
  for (const [path, field] of [
    [`/admin/product-pictures?product=${product}`, 'picture'],
    ['/admin/product-imports', 'file'],
  ] as const) {
    const answer = (await (await send(path, field, staff, large)).json()) as { message: string };
    expect(answer.message).toContain(says);
  }
  expect(readdirSync(join(disk.folder, 'uploads'))).toEqual([]);
  await expect
    .poll(health)
    .toBe(`ready, but ${disk.isMounted ? 'the disk is full' : 'the disk cannot be written to'}`);
  expect((await fetch(`${app.origin}/about`)).status).toBe(200);

  const store = folderStore(join(disk.folder, 'store'));
  await expect(store.put('a/b', large, 'image/jpeg')).rejects.toThrow(/ENOSPC|EFBIG/);
  expect(readdirSync(join(disk.folder, 'store/a'))).toEqual([]);

  disk.free(writers);
  const picture = await sharp({ create: { width: 480, height: 360, channels: 3, background: '#24503b' } })
    .jpeg()
    .toBuffer();
  for (const cookie of people.slice(0, 2)) {
    const taken = await send('/profile/photo', 'photo', cookie, new Uint8Array(picture));
    expect([taken.status, await taken.json()]).toEqual([200, { message: 'Profile photo saved.' }]);
  }
  await expect.poll(health).toBe('ready');
});
