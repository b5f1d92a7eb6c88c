/** Tests the lots suggested for a recall: the same product, harvest or batch family, each added with one tap. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { handOverOrder } from '#core/sales/orders/hand-over/hand-over-order.server.ts';
import { batchFamily, shippedMessage } from '#core/sales/recalls/recall.ts';
import { readRecall } from '#core/sales/recalls/recalls-queries.server.ts';
import { createRecall } from '#core/sales/recalls/save-recall.server.ts';
import { startRecall } from '#core/sales/recalls/start-recall.server.ts';
import { lots } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { anOrder, bringTo, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { aRecallOf } from '#tests/support/recalls.ts';
import { answerRecallEdit } from './answer-recall-edit.server.ts';
import { answerRecallPage } from './answer-recall-page.server.ts';
import { findLots, findSisters } from './lot-choice-queries.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin' });
});

/** The one lot of a new product, with this batch number and harvest day. */
async function aLot(batchNumber: string, harvestedOn: string | null = null): Promise<[number, number]> {
  const productId = await aProduct(fresh.db, { onHand: 20, limitMg: 1 });
  const [lot] = await fresh.db
    .update(lots)
    .set({ batchNumber, harvestedOn })
    .where(eq(lots.productId, productId))
    .returning();
  return [lot?.id ?? 0, productId];
}

async function anotherLot(productId: number, batchNumber: string, harvestedOn: string | null = null) {
  const [lot] = await fresh.db.insert(lots).values({ productId, batchNumber, harvestedOn }).returning();
  return lot?.id ?? 0;
}

const chosen = (ids: readonly number[]) => findLots(admin, { ids, batches: [] });
const press = (id: string, fields: Record<string, string>, actor = admin) => {
  const form = new FormData();
  for (const [name, text] of Object.entries({ intent: 'cover', ...fields })) form.set(name, text);
  return answerRecallPage(actor, id, form);
};

test('the closest matches come first, with units on the shelf and sold, and unrelated lots are absent', async () => {
  const [bad, productId] = await aLot('KES_2609-A', '2026-09-14');
  const both = await anotherLot(productId, 'kes_2609-B', '2026-09-14');
  const older = await anotherLot(productId, 'OLD-7', '2026-03-02');
  const [harvest, sister] = await aLot('PRE-1', '2026-09-14');
  const [family] = await aLot('KES_2609-C', '2026-10-01');
  // An underscore is no wildcard, no harvest day is no common one, and a part of a family is not the family.
  const others = [await aLot('KESX2609-A'), await aLot('KES_26-A'), await aLot('KES_2609')];
  const number = await anOrder(await aPerson(fresh.db), [[sister, 3]]);
  await bringTo(admin, number, 'ready');
  const { version } = await storedOrder(fresh.db, number);
  const id = { idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2030-01-01' } as const;
  const checked = { ...id, idBirthDate: '1995-06-15', nameMatches: true };
  await handOverOrder(admin, number, { version, ...checked, cashReceived: 1_000_000 }, NOW);

  const found = await findSisters(admin, await chosen([bad]));
  expect(found.lots.map((lot) => [lot.id, lot.shares])).toEqual([
    [both, 'same product, also harvested Sep 14, 2026, same batch family'],
    [family, 'same batch family'],
    [harvest, 'also harvested Sep 14, 2026'],
    [older, 'same product'],
  ]);
  expect(found.lots.find((lot) => lot.id === harvest)).toMatchObject({ onHand: 17, sold: 3 });
  expect(found.isMore).toBe(false);
  // Ticked lots are not suggested again, and add their own sisters.
  const two = await findSisters(admin, await chosen([bad, both]));
  expect(two.lots.map((lot) => lot.id)).toEqual([family, harvest, older]);
  const [[other]] = others as [[number, number], ...unknown[]];
  expect((await findSisters(admin, await chosen([other]))).lots).toEqual([]);
  expect(await findSisters(await aPerson(fresh.db), await chosen([bad]))).toEqual({
    lots: [],
    isMore: false,
  });
});

test('of many sisters, the nearest appear, and the page says that there are more', async () => {
  const [bad, productId] = await aLot('MNY-1');
  for (let each = 2; each <= 28; each++) await anotherLot(productId, `MNY-${each}`);
  const found = await findSisters(admin, await chosen([bad]));
  expect([found.lots.length, found.isMore]).toEqual([25, true]);
});

test('one tap adds a lot to the draft, the standard message names it, and staff’s own message stays', async () => {
  const [bad, productId] = await aLot('TAP-1');
  const sister = await anotherLot(productId, 'TAP-2');
  const { words } = shippedMessage(await chosen([bad]));
  const made = await createRecall(admin, aRecallOf([bad], { words }));
  const id = made.ok ? made.value : '';
  const lot = String(sister);
  expect(await press(id, { lot, version: '1' }, await aPerson(fresh.db, { role: 'staff' }))).toMatchObject({
    init: { status: 403 },
  });
  expect(await press(id, { lot: 'x', version: '1' })).toMatchObject({ init: { status: 404 } });
  expect(await press(id, { lot, version: '1' })).toMatchObject({ status: 302 });
  const recall = await readRecall(admin, id);
  expect(recall?.lots.map(({ batch }) => batch)).toEqual(['TAP-1', 'TAP-2']);
  expect(recall?.words).toBe(shippedMessage(await chosen([bad, sister])).words);
  // A colleague has added it: the second press says so.
  expect(await press(id, { lot, version: '1' })).toMatchObject({
    data: { message: 'Someone else saved changes. Review them first.' },
  });
  await startRecall(admin, id, { version: 2 }, NOW);
  expect(await press(id, { lot, version: '2' })).toMatchObject({ init: { status: 409 } });

  const own = await createRecall(admin, aRecallOf([bad], { words: 'Our own words.' }));
  await press(own.ok ? own.value : '', { lot, version: '1' });
  expect((await readRecall(admin, own.ok ? own.value : ''))?.words).toBe('Our own words.');
});

test('a refused form still offers the sisters of the ticked lots', async () => {
  const [bad, productId] = await aLot('FRM-1');
  const [second, third] = [await anotherLot(productId, 'FRM-2'), await anotherLot(productId, 'FRM-3')];
  const form = new FormData();
  for (const lot of [bad, second]) form.append('lots', String(lot));
  form.set('kind', 'recall');
  const refused = await answerRecallEdit(admin, null, form);
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: { ticked: [bad, second], sisters: { lots: [{ id: third }] } },
  });
});

test('a recall of more lots than the limit is refused, not cut off', async () => {
  const [, productId] = await aLot('CUT-0');
  const ids: number[] = [];
  for (let each = 1; each <= 101; each++) ids.push(await anotherLot(productId, `CUT-${each}`));
  expect(await createRecall(admin, aRecallOf(ids))).toMatchObject({ problem: { kind: 'too-many-lots' } });
  expect(await createRecall(admin, aRecallOf(ids.slice(1)))).toMatchObject({ ok: true });
});

test.each([
  ['BVK-2604', 'bvk-'],
  ['BVK-26-04', 'bvk-26-'],
  ['Kes 2609/B', 'kes 2609/'],
  ['B-1', null],
  ['BVK2604', null],
  ['-2604', null],
  ['BVK-', null],
  ['', null],
])('the batch family of %j is %j', (batch, family) => {
  expect(batchFamily(batch)).toBe(family);
});
