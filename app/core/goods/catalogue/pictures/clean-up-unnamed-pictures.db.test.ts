/**
 * Tests that files are deleted if a killed process stored them without recording them; files that are in use
 * or recent stay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { productImages } from '#db/schema/catalogue.ts';
import { fileStores } from '#db/schema/files.ts';
import { fileStoreProblem, isOwnFileStore } from '#db/shop-id.ts';
import { lockFiles } from '#db/stored-files.ts';
import { newId } from '#kernel/ids.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { s3Store } from '#platform/files/s3-store.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aProduct } from '#tests/support/people.ts';
import { openS3Peer, type S3Peer } from '#tests/support/s3-peer.ts';
import { cleanUpUnnamedPictures } from './clean-up-unnamed-pictures.server.ts';

const DAY = 24 * 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'farmgate-unnamed-'));
const stores: Record<string, FileStore> = { folder: folderStore(join(folder, 'disk')) };
let peer: S3Peer;
let fresh: FreshDatabase;
let product: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  product = await aProduct(fresh.db);
  peer = await openS3Peer();
  stores.bucket = s3Store(peer.options);
});
afterAll(async () => {
  await fresh.stop();
  await peer.stop();
  rmSync(folder, { recursive: true });
});

describe.each(['folder', 'bucket'])('in the %s', (name) => {
  // The database gets its id together with this file store.
  beforeAll(() => fresh.db.delete(fileStores));

  test('files of another database, or without a known one, stay and are reported', async () => {
    const store = stores[name] as FileStore;
    openFiles(store);
    const key = `public/products/${product}/${name}-others-320.webp`;
    await store.put(key, Buffer.from('x'), 'image/webp');
    const sweep = () => cleanUpUnnamedPictures(Date.now() + 8 * DAY);

    expect(await isOwnFileStore()).toBe(true);
    const id = await new Response((await store.get('shop-id'))?.body).text();
    expect(await fresh.db.select().from(fileStores)).toEqual([{ id }]);
    expect(fileStoreProblem()).toBeNull();

    const put = (text: string) => store.put('shop-id', Buffer.from(text), 'text/plain');
    for (const differ of [
      () => put(newId()),
      () => store.remove('shop-id'),
      async () => {
        await put(id);
        await fresh.db.delete(fileStores);
      },
    ]) {
      await differ();
      expect(await sweep()).toBe(0);
      expect(fileStoreProblem()).toBe('the file store belongs to another database');
    }
    expect(await store.get(key)).not.toBeNull();

    await fresh.db.insert(fileStores).values({ id });
    expect(await sweep()).toBe(1);
    expect(fileStoreProblem()).toBeNull();
  });

  test('a picture stored without a row is deleted after a week, and one with a row stays', async () => {
    const store = stores[name] as FileStore;
    openFiles(store);
    const named = `products/${product}/${name}-named`;
    const lost = `products/${product}/${name}-lost`;
    for (const key of [named, lost])
      for (const width of [320, 640])
        await store.put(`public/${key}-${width}.webp`, Buffer.from('x'), 'image/webp');
    await store.put('photos/other', Buffer.from('x'), 'application/octet-stream');
    await fresh.db
      .insert(productImages)
      .values({ productId: product, key: named, alt: '', position: name === 'folder' ? 0 : 1 });

    expect(await cleanUpUnnamedPictures(Date.now() + 6 * DAY)).toBe(0);
    expect(await cleanUpUnnamedPictures(Date.now() + 8 * DAY)).toBe(2);
    expect(await store.get(`public/${lost}-320.webp`)).toBeNull();
    expect(await store.get(`public/${named}-320.webp`)).not.toBeNull();
    expect(await store.get('photos/other')).not.toBeNull();
  });

  test('a file that a transaction is about to record stays', async () => {
    const store = stores[name] as FileStore;
    openFiles(store);
    const key = `products/${product}/${name}-late`;
    await store.put(`public/${key}-320.webp`, Buffer.from('x'), 'image/webp');
    let cleaning: Promise<number> | undefined;
    await inTransaction(async (tx) => {
      expect(await lockFiles(tx, [`public/${key}-320.webp`])).toBe(true);
      cleaning = cleanUpUnnamedPictures(Date.now() + 8 * DAY);
      await new Promise((later) => setTimeout(later, 300));
      await tx
        .insert(productImages)
        .values({ productId: product, key, alt: '', position: name === 'folder' ? 2 : 3 });
    });
    expect(await cleaning).toBe(0);
    expect(await store.get(`public/${key}-320.webp`)).not.toBeNull();
    expect(await inTransaction((tx) => lockFiles(tx, ['public/products/1/gone-320.webp']))).toBe(false);
  });
});
