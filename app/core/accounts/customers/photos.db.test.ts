/** Photos of customers: encrypted in storage, shown only to people who may see them, deleted when they should be. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { guest, type SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import { users } from '#db/schema/identity.ts';
import type { PhotoKind } from '#kernel/statuses.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { addKey, openKeyring } from '#platform/secrets/keyring.ts';
import { encrypt } from '#platform/secrets/secrets.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { ageQueueList } from './age-queue.ts';
import { readAgeCase, readAgeQueue } from './age-queue-queries.server.ts';
import { decideAge } from './decide-age.server.ts';
import { decryptLicense, encryptLicense } from './encrypt-license.server.ts';
import { readMyProfile } from './profile-queries.server.ts';
import { cleanUpPhotos } from './remove-photos.server.ts';
import { isRotationUnderWay, rotateKeys } from './rotate-keys.server.ts';
import { deletePhoto, savePhoto } from './save-photo.server.ts';
import { viewPhoto } from './view-photo.server.ts';

let fresh: FreshDatabase;
let folder: string;
let bytes: Buffer;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'farmgate-photos-'));
  bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#1f4d3a' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  openFiles(folderStore(folder));
  openKeyring(null);
  await fresh.db.delete(customerPhotos);
  rmSync(join(folder, 'photos'), { recursive: true, force: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await fresh.stop();
});

const picture = () => ({ bytes, contentType: 'image/jpeg' as const });
const filesIn = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
const rows = () => fresh.db.select().from(customerPhotos);

async function keep(person: SignedIn, kind: PhotoKind = 'license'): Promise<string> {
  const outcome = await savePhoto(person, kind, picture());
  return outcome.ok ? outcome.value.id : expect.fail(JSON.stringify(outcome.problem));
}

test('the owner gets the photo back, and no byte of it is on disk', async () => {
  const robin = await aPerson(fresh.db);
  const id = await keep(robin);
  const [file = '', ...others] = filesIn();
  expect(others).toEqual([]);
  const stored = readFileSync(file);
  for (let at = 0; at + 16 <= bytes.length; at += 16)
    expect(stored.includes(bytes.subarray(at, at + 16))).toBe(false);
  expect(file).not.toContain(robin.userId);
  expect((await viewPhoto(robin, id))?.bytes.equals(bytes)).toBe(true);
  expect(await fresh.db.select().from(auditLog)).toEqual([]);
});

test('only the owner and staff who decide ages see a photo, and each view by staff is recorded', async () => {
  const robin = await aPerson(fresh.db);
  const id = await keep(robin);
  for (const other of [guest, await aPerson(fresh.db), { ...robin, isBanned: true }])
    expect(await viewPhoto(other, id)).toBeNull();
  const staff = await aPerson(fresh.db, { role: 'staff' });
  for (const odd of ['', 'x', '../secret', `${id}/`, crypto.randomUUID()])
    expect(await viewPhoto(staff, odd)).toBeNull();
  const signedInLongAgo = await aPerson(fresh.db, { role: 'staff', signedInMinutesAgo: 16 });
  expect(await viewPhoto(signedInLongAgo, id)).toBeNull();
  expect(await viewPhoto(staff, id)).not.toBeNull();
  const looks = await fresh.db.select().from(auditLog).where(eq(auditLog.action, 'license-photo.viewed'));
  expect(looks).toMatchObject([{ actorId: staff.userId, subjectType: 'customer', subjectId: robin.userId }]);
});

test('a new photo replaces the old one and its file, and a deleted one leaves nothing', async () => {
  const robin = await aPerson(fresh.db);
  const first = await keep(robin);
  const second = await keep(robin);
  await keep(robin, 'profile');
  expect(await viewPhoto(robin, first)).toBeNull();
  expect(filesIn()).toHaveLength(2);
  expect(await deletePhoto(robin, 'license')).toBe(true);
  expect(await viewPhoto(robin, second)).toBeNull();
  expect(filesIn()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ kind: 'profile', state: 'kept' }]);
  expect(await deletePhoto(robin, 'license')).toBe(false);
});

test('a new license photo changes no decision, but returns an approval to the queue until staff review it', async () => {
  const sam = await aPerson(fresh.db, { role: 'staff' });
  for (const isVerifiedOver21 of [true, false]) {
    const robin = await aPerson(fresh.db);
    await fresh.db
      .update(customerProfiles)
      .set({ isVerifiedOver21, licenseVerified: true, ageDecidedAt: new Date(Date.now() - 60_000) })
      .where(eq(customerProfiles.userId, robin.userId));
    await keep(robin, 'profile');
    const read = async () => {
      const [row] = await fresh.db
        .select()
        .from(customerProfiles)
        .where(eq(customerProfiles.userId, robin.userId));
      return row;
    };
    expect(await read()).toMatchObject({ isVerifiedOver21, licenseVerified: true });
    await keep(robin);
    expect(await read()).toMatchObject({ isVerifiedOver21, licenseVerified: true });
    expect((await readMyProfile(robin))?.age).toMatchObject({
      state: isVerifiedOver21 ? 'approved' : 'rejected',
      hasNewPhoto: isVerifiedOver21,
    });
    const queue = async () => (await readAgeQueue(sam, ageQueueList.parse(new URLSearchParams())))?.rows;
    const waiting = (await queue())?.find(({ userId }) => userId === robin.userId);
    expect(waiting?.isNewPhoto).toBe(isVerifiedOver21 ? true : undefined);
    if (!waiting) continue;
    expect((await readAgeCase(sam, robin.userId))?.state).toBe('open');
    const approve = () =>
      decideAge(sam, {
        userId: robin.userId,
        decision: 'approved',
        version: waiting.version,
        photo: waiting.photoId ?? '',
      });
    expect((await approve()).ok).toBe(true);
    expect(await queue()).not.toContainEqual(expect.objectContaining({ userId: robin.userId }));
    expect(await approve()).toMatchObject({ problem: { kind: 'decided' } });
    expect((await readMyProfile(robin))?.age).toMatchObject({ state: 'approved', hasNewPhoto: false });
  }
});

test('a storage failure leaves the old photo, and nothing that the cleanup misses', async () => {
  const robin = await aPerson(fresh.db);
  const id = await keep(robin);
  const store = folderStore(folder);
  openFiles({ ...store, put: () => Promise.reject(new Error('full')) });
  expect(await savePhoto(robin, 'license', picture())).toEqual({
    ok: false,
    problem: { kind: 'not-stored' },
  });
  // The file was written, and the process died before the commit.
  openFiles(store);
  const [unfinished] = await fresh.db
    .select()
    .from(customerPhotos)
    .where(eq(customerPhotos.state, 'arriving'));
  await store.put(unfinished?.fileKey ?? '', bytes, 'application/octet-stream');
  await cleanUpPhotos();
  expect(filesIn()).toHaveLength(2);
  await fresh.db
    .update(customerPhotos)
    .set({ createdAt: sql`now() - interval '2 hours'` })
    .where(eq(customerPhotos.state, 'arriving'));
  await cleanUpPhotos();
  expect(filesIn()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ id, state: 'kept' }]);
  expect((await viewPhoto(robin, id))?.bytes.equals(bytes)).toBe(true);
});

test('the nightly cleanup removes license photos after a decision, after their days, and of deleted accounts', async () => {
  const [waiting, decided, old, gone] = await Promise.all([1, 2, 3, 4].map(() => aPerson(fresh.db)));
  if (!waiting || !decided || !old || !gone) return expect.fail();
  for (const person of [waiting, decided, old, gone]) await keep(person);
  await keep(decided, 'profile');
  await fresh.db
    .update(customerProfiles)
    .set({ isVerifiedOver21: true, ageDecidedAt: sql`now()` })
    .where(eq(customerProfiles.userId, decided.userId));
  await fresh.db
    .update(customerPhotos)
    .set({ deleteAfter: sql`now() - interval '1 minute'` })
    .where(eq(customerPhotos.userId, old.userId));
  await fresh.db.delete(users).where(eq(users.id, gone.userId));
  // Deleting fails once, and the next night deletes them.
  const store = folderStore(folder);
  openFiles({ ...store, remove: () => Promise.reject(new Error('away')) });
  await cleanUpPhotos();
  expect(filesIn()).toHaveLength(5);
  openFiles(store);
  await cleanUpPhotos();
  const left = (await rows()).map(({ userId, kind }) => [userId, kind]);
  expect(left).toHaveLength(2);
  expect(left).toContainEqual([waiting.userId, 'license']);
  expect(left).toContainEqual([decided.userId, 'profile']);
  expect(filesIn()).toHaveLength(2);
  expect((await readMyProfile(waiting))?.photos.license?.goes).toMatch(/^[A-Z][a-z]{2} \d/);
});

test('key rotation re-encrypts photos and license numbers, even if it is interrupted and restarted', async () => {
  const people = [await aPerson(fresh.db), await aPerson(fresh.db)];
  const keys = join(folder, 'elsewhere', 'keys');
  const [robin, kim] = people;
  if (!robin || !kim) return expect.fail();
  const photos = [await keep(robin), await keep(kim)];
  const set = (person: SignedIn, licenseIdEncrypted: string | null) =>
    fresh.db
      .update(customerProfiles)
      .set({ licenseIdEncrypted })
      .where(eq(customerProfiles.userId, person.userId));
  await set(robin, encryptLicense('NY123', robin.userId).licenseIdEncrypted);
  // From before keys had ids.
  await set(kim, encrypt('PA456', `license:${kim.userId}`));

  const first = addKey(keys);
  expect(await isRotationUnderWay()).toBe(true);
  let puts = 0;
  const store = folderStore(folder);
  openFiles({
    ...store,
    put: async (key, encrypted, type) => {
      await store.put(key, encrypted, type);
      puts += 1;
      if (puts === 1) throw new Error('killed after the file, before the row');
    },
  });
  await expect(rotateKeys()).rejects.toThrow('killed');
  await rotateKeys();
  expect(puts).toBe(2);
  expect(await isRotationUnderWay()).toBe(false);
  openFiles(store);
  expect(new Set((await rows()).map(({ keyId }) => keyId))).toEqual(new Set([first]));
  for (const [index, person] of people.entries())
    expect((await viewPhoto(person, photos[index] ?? ''))?.bytes.equals(bytes)).toBe(true);
  const numbers = await fresh.db
    .select({ userId: customerProfiles.userId, encrypted: customerProfiles.licenseIdEncrypted })
    .from(customerProfiles)
    .where(and(sql`${customerProfiles.licenseIdEncrypted} is not null`));
  expect(numbers.map(({ userId, encrypted }) => decryptLicense(encrypted ?? '', userId)).sort()).toEqual([
    'NY123',
    'PA456',
  ]);

  // With another key, files under the earlier one still open; without its key file none does.
  addKey(keys);
  expect((await viewPhoto(robin, photos[0] ?? ''))?.bytes.equals(bytes)).toBe(true);
  openKeyring(null);
  await expect(viewPhoto(robin, photos[0] ?? '')).rejects.toThrow('not in the file of keys');
});

test('key rotation reports unreadable data, leaves it unchanged, and re-encrypts the rest', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => aPerson(fresh.db)));
  const [damaged, missing, well, odd] = people;
  if (!damaged || !missing || !well || !odd) return expect.fail();
  const fileOf = async (id: string) =>
    (await rows()).find((row) => row.id === id)?.fileKey ?? expect.fail('no such photo');
  const damagedPhoto = await keep(damaged);
  const missingPhoto = await keep(missing);
  const wellPhoto = await keep(well);
  const store = folderStore(folder);
  await store.put(await fileOf(damagedPhoto), Buffer.from('damaged'), 'application/octet-stream');
  await store.remove(await fileOf(missingPhoto));
  const set = (person: SignedIn, licenseIdEncrypted: string | null) =>
    fresh.db
      .update(customerProfiles)
      .set({ licenseIdEncrypted })
      .where(eq(customerProfiles.userId, person.userId));
  await fresh.db.update(customerProfiles).set({ licenseIdEncrypted: null });
  await set(odd, 'k1.damaged');
  await set(well, encryptLicense('NY123', well.userId).licenseIdEncrypted);

  const first = addKey(join(folder, 'elsewhere', 'other-keys'));
  const rotated = await rotateKeys();
  expect(rotated).toEqual({
    photos: 1,
    licenses: 1,
    unread: { photos: [damagedPhoto, missingPhoto].sort(), licenses: [odd.userId] },
  });
  expect((await viewPhoto(well, wellPhoto))?.bytes.equals(bytes)).toBe(true);
  const keyIds = Object.fromEntries((await rows()).map(({ id, keyId }) => [id, keyId]));
  expect(keyIds).toEqual({ [wellPhoto]: first, [damagedPhoto]: 'root', [missingPhoto]: 'root' });
  // Nothing is left to do, so the next run makes a new key and does not wait for these forever.
  expect(await isRotationUnderWay()).toBe(false);
  expect(await rotateKeys()).toEqual({ ...rotated, photos: 0, licenses: 0 });
});

test('a photo saved while its owner’s account is deleted leaves no file behind', async () => {
  const robin = await aPerson(fresh.db);
  const store = folderStore(folder);
  openFiles({
    ...store,
    async put(key, encrypted, contentType) {
      // As deleting an account does: the rows are marked, their files deleted, the account is gone.
      await fresh.db.update(customerPhotos).set({ state: 'leaving' });
      await fresh.db.delete(users).where(eq(users.id, robin.userId));
      await cleanUpPhotos();
      await store.put(key, encrypted, contentType);
    },
  });
  const before = filesIn();
  await expect(savePhoto(robin, 'license', picture())).rejects.toThrow();
  expect(await rows()).toEqual([]);
  expect(filesIn()).toEqual(before);
});
