/** Each box and limit on the commands that it is about: allowed with it, refused without, and nothing beyond. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkChange } from '#core/goods/catalogue/products/bulk-change.ts';
import { applyChange, previewChange } from '#core/goods/catalogue/products/change-products.server.ts';
import { countLot } from '#core/goods/stock/lots/count-lot.server.ts';
import { editLot } from '#core/goods/stock/lots/edit-lot.server.ts';
import type { LotPapers } from '#core/goods/stock/lots/lots.ts';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import { receiveLot } from '#core/goods/stock/lots/receive-lot.server.ts';
import { releaseLot } from '#core/goods/stock/lots/release-lot.server.ts';
import { releaseWaitingLots } from '#core/goods/stock/lots/release-waiting-lots.server.ts';
import type { Rights, SignedIn } from '#core/ground/access/actor.ts';
import { saveSettings } from '#core/ground/settings/save-settings.server.ts';
import { readSettingsGroup } from '#core/ground/settings/settings-versions-queries.server.ts';
import { products } from '#db/schema/catalogue.ts';
import { basisPoints } from '#kernel/money.ts';
import type { Right } from '#kernel/statuses.ts';
import { close } from '#tests/support/closures.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { NOW } from '#tests/support/orders.ts';
import { PASSED } from '#tests/support/papers.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';

const shop = freshShop(afterAll);
let admin: SignedIn;
beforeAll(async () => {
  admin = await aPerson(shop.db, { role: 'admin' });
});

const withRights = (rights: Partial<Rights>) =>
  aPerson(shop.db, { role: 'staff', rights: { boxes: [], refundLimit: 0, discountLimit: 0, ...rights } });
const withBoxes = (...boxes: Right[]) => withRights({ boxes });
const refused = { ok: false, problem: { kind: 'not-allowed' } };

async function received(by: SignedIn) {
  const productId = await aProduct(shop.db, {});
  const outcome = await receiveLot(
    by,
    { productId, batchNumber: randomUUID(), quantity: 5, ...PASSED, expiresOn: null },
    NOW,
  );
  return outcome.ok ? { ...outcome.value, productId } : expect.fail(outcome.problem.kind);
}

describe('lots', () => {
  test('that someone receives who may not put them on sale wait, however complete they are', async () => {
    expect((await received(await withBoxes('receive', 'release'))).status).toBe('sellable');
    expect((await received(admin)).status).toBe('sellable');
    const kim = await withBoxes('receive');
    const { lotId, status } = await received(kim);
    expect(status).toBe('untested');
    const release = { lotId, reason: 'Checked' };
    expect(await releaseLot(kim, release, NOW)).toMatchObject({ problem: { kind: 'admin-releases' } });
    expect(await releaseWaitingLots(kim, { lotIds: [lotId], reason: 'Checked' }, NOW)).toEqual(refused);
    expect((await releaseLot(await withBoxes('release'), release, NOW)).ok).toBe(true);
  });

  test('are received and edited by those who may receive, until they are on sale', async () => {
    const kim = await withBoxes('receive');
    const { lotId, productId } = await received(kim);
    // Papers that are missing do not change.
    const edited = { shelfPlace: 'B 2' } as LotPapers;
    expect(await editLot(await withBoxes('count', 'release'), lotId, edited)).toEqual(refused);
    expect(await editLot(kim, lotId, edited)).toEqual({ ok: true, value: { changed: true } });
    await releaseLot(admin, { lotId, reason: 'Checked' }, NOW);
    const moved = { ...edited, shelfPlace: 'C 3' };
    expect(await editLot(kim, lotId, moved)).toMatchObject({ problem: { kind: 'admin-edits' } });
    expect(await editLot(admin, lotId, moved)).toEqual({ ok: true, value: { changed: true } });
    const another = { productId, batchNumber: 'X', quantity: 1, testStatus: null, expiresOn: null };
    expect(await receiveLot(await withBoxes('count', 'release'), another, NOW)).toEqual(refused);
  });

  test('that someone quarantined who may put lots on sale are theirs to put back, not everyone’s', async () => {
    const lead = await withBoxes('release');
    const other = await withBoxes('count');
    const { lotId } = await received(admin);
    expect((await quarantineLot(lead, { lotId, reason: 'Mold?' }, NOW)).ok).toBe(true);
    expect(await releaseLot(other, { lotId, reason: 'Fine' }, NOW)).toMatchObject({
      problem: { kind: 'admin-releases' },
    });
    expect((await releaseLot(lead, { lotId, reason: 'Fine' }, NOW)).ok).toBe(true);
    // Doubt cannot wait: everyone on the staff stops sales, without a box.
    expect((await quarantineLot(await withBoxes(), { lotId, reason: 'Mold?' }, NOW)).ok).toBe(true);
    expect((await releaseLot(other, { lotId, reason: 'Fine' }, NOW)).ok).toBe(true);
  });

  test('are counted by those who may count', async () => {
    const { lotId } = await received(admin);
    const count = { lotId, counted: 4, expected: 5, reason: 'count', note: 'Recount' };
    const call = (by: SignedIn) => countLot(by, count as Parameters<typeof countLot>[1], NOW);
    expect(await call(await withBoxes('receive', 'release'))).toEqual(refused);
    expect((await call(await withBoxes('count'))).ok).toBe(true);
  });
});

test('reservations are paused by those who may pause, and no other setting is saved', async () => {
  const kim = await withBoxes('pause');
  const pause = { paused: true, reason: 'Storm.', until: null };
  const version = async () => (await readSettingsGroup(admin, 'ordering'))?.version ?? 0;
  expect(await saveSettings(await withBoxes('close'), 'ordering', pause, await version())).toEqual(refused);
  expect((await saveSettings(kim, 'ordering', pause, await version())).ok).toBe(true);
  expect((await saveSettings(kim, 'ordering', { paused: false }, await version())).ok).toBe(true);
  expect(await saveSettings(kim, 'refunds', { staffLimit: 100_000 }, 0)).toEqual(refused);
  expect(await readSettingsGroup(kim, 'refunds')).toBeNull();
});

test('days are closed by those who may close', async () => {
  expect(await close(await withBoxes('pause'), {})).toEqual(refused);
  expect((await close(await withBoxes('close'), {})).ok).toBe(true);
});

describe('a discount', () => {
  const set = (by: number): BulkChange => ({
    discount: {
      off: { by: basisPoints(by * 100) },
      ...{ discountFrom: '2026-11-01', discountUntil: '2030-01-01', discountTerms: 'While supplies last' },
    },
  });
  const apply = async (by: SignedIn, id: number, change: BulkChange) => {
    const seen = await previewChange(by, { ids: [id] }, change);
    if (!seen.ok) return seen;
    const { fingerprint } = seen.value;
    return applyChange(by, { ids: [id] }, change, { fingerprint, accepted: true });
  };
  const discountOf = async (id: number) =>
    (await shop.db.select({ off: products.discount }).from(products).where(eq(products.id, id)))[0]?.off;

  test('is set up to a person’s limit, and nothing else of a product', async () => {
    const kim = await withRights({ discountLimit: 20 });
    const id = await aProduct(shop.db, { retailPrice: 1000, wholesalePrice: 100 });
    await apply(kim, id, set(21));
    expect(await discountOf(id)).toBeNull();
    expect(await apply(kim, id, set(20))).toEqual({ ok: true, value: { changed: 1 } });
    expect(await discountOf(id)).toBe(200);
    expect(await apply(kim, id, { price: { to: 500 } })).toEqual(refused);
    expect(await apply(kim, id, { ...set(5), forSale: false })).toEqual(refused);
    expect(await apply(kim, id, { discount: 'end' })).toEqual({ ok: true, value: { changed: 1 } });
    expect(await apply(await withBoxes('count', 'release'), id, set(5))).toEqual(refused);
    expect((await apply(admin, id, set(60))).ok).toBe(true);
  });
});
