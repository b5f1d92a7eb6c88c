/** Customers' photos over real HTTP: their owners, who sees them, and where no byte of them is stored. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerPhotos } from '#db/schema/customers.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let app: Application;
let robin: SignedIn;
let cookie: string;
let picture: Buffer;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
  robin = await aPerson(fresh.db);
  cookie = await signedIn(fresh.db, robin);
  picture = await sharp(noise(900, 600), { raw: { width: 900, height: 600, channels: 3 } })
    .withExif({ IFD0: { Artist: 'CAMERA-OF-ROBIN' } })
    .jpeg({ quality: 90 })
    .toBuffer();
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

/** A unique picture. */
function noise(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 3);
  for (let at = 0, seed = 7; at < bytes.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[at] = seed >> 16;
  }
  return bytes;
}

function send(path: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Response> {
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), '../../etc/passwd.jpg');
  return fetch(app.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Origin: app.origin,
      'Sec-Fetch-Site': 'same-origin',
      Accept: 'application/json',
      cookie,
      ...headers,
    },
    body: form,
  });
}

const photoOf = async (person: SignedIn) => {
  const [row] = await fresh.db.select().from(customerPhotos).where(eq(customerPhotos.userId, person.userId));
  return row ?? expect.fail('there is no photo');
};
const get = (path: string, as = cookie) =>
  fetch(app.origin + path, { headers: { cookie: as }, redirect: 'manual' });

/** A response as seen from outside, without its date and the id of its request. */
async function look(response: Response) {
  const headers = Object.fromEntries(response.headers);
  delete headers.date;
  delete headers['x-request-id'];
  return { status: response.status, headers, body: await response.text() };
}

test('a license photo is saved, redrawn and shown only to its owner', async () => {
  const answer = await send('/profile/license-photo', picture);
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'License photo saved.' }]);
  const { id } = await photoOf(robin);
  const own = await get(`/photos/${id}`);
  expect(own.status).toBe(200);
  expect(own.headers.get('content-type')).toBe('image/jpeg');
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(own.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = Buffer.from(await own.arrayBuffer());
  expect(bytes.includes('CAMERA-OF-ROBIN')).toBe(false);
  expect((await sharp(bytes).metadata()).width).toBe(900);
  expect(await fresh.db.select().from(auditLog)).toEqual([]);
});

test('another person’s photo looks nonexistent, by id, by key and in any spelling', async () => {
  const { id, fileKey } = await photoOf(robin);
  const others = {
    guest: '',
    other: await signedIn(fresh.db, await aPerson(fresh.db)),
    banned: await signedIn(fresh.db, await aPerson(fresh.db, { isBanned: true })),
  };
  for (const as of Object.values(others)) {
    const nothing = await look(await get('/photos/01900000-0000-7000-8000-000000000000', as));
    expect(nothing.status).toBe(404);
    expect(await look(await get(`/photos/${id}`, as))).toEqual(nothing);
    for (const path of [
      `/photos/${id.toUpperCase()}`,
      `/PHOTOS/${id}`,
      `/%70hotos/${id}`,
      `/photos/${id}/`,
      `/photos/${id}.data`,
      `/photos//${id}`,
      `/photos/${id}?index`,
      `/photos/${robin.userId}`,
      `/photos/${encodeURIComponent(fileKey)}`,
      `/${fileKey}`,
      `/media/${fileKey}`,
      `/media/..%2f${encodeURIComponent(fileKey)}`,
      `/media/public/..%2f..%2f${encodeURIComponent(fileKey)}`,
      `/files/${fileKey}`,
      `/licenses/${robin.userId}.jpg`,
      `/profiles/${robin.userId}.jpg`,
    ]) {
      const response = await get(path, as);
      expect([path, response.headers.get('content-type')?.startsWith('image/') ?? false]).toEqual([
        path,
        false,
      ]);
      expect([path, response.status === 200 && !path.endsWith('.data')]).toEqual([path, false]);
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(60_000);
    }
  }
});

test('every view of it by staff is recorded', async () => {
  const { id } = await photoOf(robin);
  const staff = await aPerson(fresh.db, { role: 'staff' });
  const as = await signedIn(fresh.db, staff);
  for (const _ of [1, 2]) expect((await get(`/photos/${id}`, as)).status).toBe(200);
  expect(await fresh.db.select().from(auditLog).where(eq(auditLog.actorId, staff.userId))).toMatchObject([
    { action: 'license-photo.viewed', subjectId: robin.userId },
    { action: 'license-photo.viewed', subjectId: robin.userId },
  ]);
});

test('the data folder contains no unencrypted byte of any photo', async () => {
  expect((await send('/profile/photo', picture)).status).toBe(200);
  const shown = await Promise.all(
    (await fresh.db.select({ id: customerPhotos.id }).from(customerPhotos)).map(async ({ id }) =>
      Buffer.from(await (await get(`/photos/${id}`)).arrayBuffer()),
    ),
  );
  expect(shown).toHaveLength(2);
  // The upload, and what is shown of it: any sixteen consecutive bytes, after the header that all JPEGs share.
  const needles = [picture, ...shown].flatMap((bytes) =>
    Array.from({ length: 200 }, (_, index) => {
      const at = 1024 + Math.floor((index * (bytes.length - 1040)) / 200);
      return bytes.subarray(at, at + 16);
    }),
  );
  const stored = readdirSync(app.dataFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(app.dataFolder, name))
    .filter((path) => statSync(path).isFile());
  expect(stored.filter((path) => path.includes('/files/photos/'))).toHaveLength(2);
  for (const path of stored) {
    const bytes = readFileSync(path);
    expect([path, needles.filter((needle) => bytes.includes(needle)).length]).toEqual([path, 0]);
  }
});

test('guests cannot upload, and a file that is no picture is refused with a message', async () => {
  const asGuest = await send('/profile/license-photo', picture, { cookie: '' });
  expect([asGuest.status, await asGuest.json()]).toEqual([
    401,
    { message: 'You must be logged in to update your profile.' },
  ]);
  const before = await photoOf(robin);
  for (const [bytes, says] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^Upload failed: We cannot use SVG files\./],
    [Buffer.from('0000002066747970686569630000000068656963', 'hex'), /^Upload failed: .*HEIC/],
    [picture.subarray(0, 4000), /^Upload failed: This picture is damaged/],
    [Buffer.alloc(11_000_000, 1), /^Upload failed: This file is larger than 10 MB/],
    [Buffer.alloc(0), /^Upload failed: Choose a picture first\./],
  ] as const) {
    const refused = await send('/profile/license-photo', Buffer.from(bytes));
    expect([refused.status, await refused.json()]).toEqual([422, { message: expect.stringMatching(says) }]);
  }
  expect((await photoOf(robin)).id).toBe(before.id);
  expect(readdirSync(join(app.dataFolder, 'uploads'))).toEqual([]);
  // Without scripts the response is a page with the message.
  const plain = await send('/profile/photo', Buffer.from('no picture'), { Accept: 'text/html' });
  expect([plain.status, plain.headers.get('location')]).toEqual([302, '/profile']);
  expect(decodeURIComponent(plain.headers.get('set-cookie') ?? '')).toContain('Upload failed: ');
});

test('an upload from another site is refused', async () => {
  const response = await send('/profile/photo', picture, {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
  });
  expect(response.status).toBe(403);
});

test('a person’s third upload waits for the first two, which time out, and others do not wait', async () => {
  const wren = await signedIn(fresh.db, await aPerson(fresh.db));
  const lark = await signedIn(fresh.db, await aPerson(fresh.db));
  // Until its first response a session counts separately from its person (server/load/visitors.ts).
  await (await fetch(`${app.origin}/profile`, { headers: { cookie: wren } })).text();
  const sending: ClientRequest[] = [];
  const drip = setInterval(() => sending.forEach((each) => void each.write('x')), 1000);
  /** Starts an upload that sends byte by byte and then falls silent; returns the shop's answer. */
  const silent = () =>
    new Promise<string>((resolve, reject) => {
      const upload = httpRequest(`${app.origin}/profile/photo`, {
        method: 'POST',
        agent: false,
        headers: {
          'Content-Type': 'multipart/form-data; boundary=xyz',
          Origin: app.origin,
          'Sec-Fetch-Site': 'same-origin',
          Accept: 'application/json',
          cookie: wren,
        },
      });
      sending.push(upload);
      upload.on('response', (response) => {
        let said = '';
        response.on('data', (part) => (said += part)).on('end', () => resolve(said));
      });
      upload.on('error', reject);
      upload.write('--xyz\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    });
  // Each has its file from the moment it is admitted until right after its response.
  const arriving = () => readdirSync(join(app.dataFolder, 'uploads')).length;
  await expect.poll(arriving).toBe(0);
  const waiting = [silent(), silent()];
  await expect.poll(arriving, { timeout: 8000 }).toBe(2);
  let isThirdAnswered = false;
  const third = send('/profile/photo', picture, { cookie: wren }).finally(() => (isThirdAnswered = true));
  expect((await send('/profile/photo', picture, { cookie: lark })).status).toBe(200);
  await expect.poll(arriving).toBe(2);
  expect(isThirdAnswered).toBe(false);
  clearInterval(drip);
  for (const said of await Promise.all(waiting)) expect(said).toContain('The upload stopped on its way.');
  expect((await third).status).toBe(200);
}, 60_000);

test('a person has an hourly limit of pictures, and sees when the next one is allowed', async () => {
  const cookieOfMany = await signedIn(fresh.db, await aPerson(fresh.db));
  const statuses: number[] = [];
  for (let time = 0; time < 31; time++)
    statuses.push((await send('/profile/photo', Buffer.from('no picture'), { cookie: cookieOfMany })).status);
  expect(statuses).toEqual([...Array<number>(30).fill(422), 429]);
  const answer = await send('/profile/photo', picture, { cookie: cookieOfMany });
  expect(((await answer.json()) as { message: string }).message).toMatch(/Try again in \d+ minutes/);
}, 60_000);
