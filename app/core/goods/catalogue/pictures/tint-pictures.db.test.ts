import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productImages } from '#db/schema/catalogue.ts';
import { files, folderStore, openFiles } from '#platform/files/files.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { tintPictures } from './tint-pictures.server.ts';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farmgate-files-'));
});
beforeEach(async () => {
  openFiles(folderStore(folder));
  await fresh.db.delete(productImages);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fresh.stop();
});

async function aPicture(background: string | null, tint: string | null = null): Promise<void> {
  const key = `products/${crypto.randomUUID()}`;
  const drawn =
    background &&
    (await sharp({ create: { width: 320, height: 400, channels: 4, background } })
      .webp({ lossless: true })
      .toBuffer());
  if (drawn) await files().put(`public/${key}-320.webp`, drawn, 'image/webp');
  await fresh.db.insert(productImages).values({ productId: await aProduct(fresh.db), key, tint });
}

const tints = async () =>
  (await fresh.db.select().from(productImages).orderBy(asc(productImages.id))).map(({ tint }) => tint);

test('a picture without a tint gets the color of its edges, and an existing tint stays', async () => {
  await aPicture('#d9e8ec');
  await aPicture('#d9e8ec', '#112233');
  await aPicture('#14261e');
  await tintPictures();
  expect(await tints()).toEqual(['#d9e8ec', '#112233', '#14261e']);
});

test('a limited number are tinted at once, and the next night continues from there', async () => {
  for (let each = 0; each < 3; each++) await aPicture('#d9e8ec');
  await tintPictures(2);
  expect(await tints()).toEqual(['#d9e8ec', '#d9e8ec', null]);
  await tintPictures(2);
  expect(await tints()).toEqual(['#d9e8ec', '#d9e8ec', '#d9e8ec']);
});

test('a missing or broken file gets the color of paper, and does not block the others', async () => {
  await aPicture(null);
  await aPicture('#d9e8ec');
  const [first] = await fresh.db.select().from(productImages).orderBy(asc(productImages.id));
  await tintPictures(1);
  await aPicture('#14261e');
  const broken = (await fresh.db.select().from(productImages).orderBy(asc(productImages.id))).at(-1);
  await files().put(`public/${broken?.key}-320.webp`, Buffer.from('no picture'), 'image/webp');
  await tintPictures();
  expect(first?.tint).toBeNull();
  expect(await tints()).toEqual(['#f3ede0', '#d9e8ec', '#f3ede0']);
});

test('a storage failure changes no tint', async () => {
  await aPicture('#d9e8ec');
  openFiles({ ...folderStore(folder), get: () => Promise.reject(new Error('no answer')) });
  await expect(tintPictures()).rejects.toThrow('no answer');
  expect(await tints()).toEqual([null]);
});

test('a picture that was replaced during the job is not tinted', async () => {
  await aPicture('#d9e8ec');
  const [image] = await fresh.db.select().from(productImages);
  const store = folderStore(folder);
  openFiles({
    ...store,
    get: async (key) => {
      await fresh.db
        .update(productImages)
        .set({ key: 'products/new' })
        .where(eq(productImages.id, image?.id ?? 0));
      return store.get(key);
    },
  });
  await tintPictures(1);
  expect(await tints()).toEqual([null]);
});
