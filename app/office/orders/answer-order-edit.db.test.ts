/** Tests the form that edits an order: what a search finds, what it adds without saving, and the total it shows. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quarantineLot } from '#core/goods/stock/lots/quarantine-lot.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { quoteDraft } from '#core/sales/orders/items-change/items-draft.ts';
import { quantityField } from '#core/sales/orders/order-edit.ts';
import { products } from '#db/schema/catalogue.ts';
import { lots } from '#db/schema/stock.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { aMug, anOrder, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { answerOrderEdit, type OrderEditAnswer } from './answer-order-edit.server.ts';
import { readOrderPricing } from './order-pricing-queries.server.ts';

const fresh = freshShop(afterAll);
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  staff = await aPerson(fresh.db, { role: 'staff' });
  customer = await aPerson(fresh.db);
});

async function send(number: string, fields: Record<string, string>): Promise<OrderEditAnswer> {
  const form = new FormData();
  const { version } = await storedOrder(fresh.db, number);
  const all = { version: String(version), base: '{}', slot: '', note: '', reason: '', add: '', ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  const answer = await answerOrderEdit(staff, number, form);
  if (answer instanceof Response) throw new Error(answer.headers.get('location') ?? 'a redirect');
  return answer.data as OrderEditAnswer;
}

test('a product is found by name, UPC or number and added to the form, not to the order', async () => {
  const mug = await aMug(fresh.db, { name: 'Enamel Mug', onHand: 9 });
  const cap = await aMug(fresh.db, { name: 'Wool Cap', onHand: 4 });
  await fresh.db.update(products).set({ upcCode: '012345678905' }).where(eq(products.id, cap));
  const number = await anOrder(customer, [[mug, 2]]);
  const before = await storedOrder(fresh.db, number);
  const typed = { [quantityField(mug)]: '3', reason: 'Asked by phone' };
  for (const add of [String(cap), '012345678905']) {
    const answer = await send(number, { ...typed, add });
    expect(answer).toMatchObject({
      added: 'Wool Cap',
      values: { ...typed, [quantityField(cap)]: '1', add: '' },
      items: [{ productId: cap, unitPrice: 1800, most: 4 }],
    });
    expect(answer.message).toBeUndefined();
  }
  // The button of a found product, pressed while it is already among the lines.
  const again = await send(number, { ...typed, [quantityField(cap)]: '1', choose: String(cap) });
  expect(again.values[quantityField(cap)]).toBe('2');
  for (const add of ['no such thing', '999999999', '0']) {
    const answer = await send(number, { ...typed, add });
    expect(answer.found).toEqual({ q: add, items: [] });
    expect(answer.values).toMatchObject(typed);
  }
  expect(await storedOrder(fresh.db, number)).toEqual(before);
});

test('saving stores the new total that the form shows', async () => {
  const mug = await aMug(fresh.db, { onHand: 9 });
  const cap = await aMug(fresh.db, { onHand: 4 });
  const number = await anOrder(customer, [[mug, 2]]);
  // The price has risen since: the line has its reserved price, the added product today's.
  await fresh.db.update(products).set({ retailPrice: 9900 }).where(eq(products.id, mug));
  const pricing = await readOrderPricing(staff, number);
  if (!pricing) throw new Error('no order');
  const { items, began } = await send(number, { [quantityField(mug)]: '2', add: String(cap) });
  expect(began).toEqual({ version: (await storedOrder(fresh.db, number)).version, base: {} });
  const lines = [
    { productId: mug, quantity: 1 },
    { productId: cap, quantity: 3 },
  ];
  const shown = quoteDraft([...pricing.lines, ...items], lines, pricing.tax).total;
  const fields = { [quantityField(mug)]: '1', [quantityField(cap)]: '3', reason: 'Asked by phone' };
  await expect(send(number, fields)).rejects.toThrow(`/admin/orders/${number}`);
  expect((await storedOrder(fresh.db, number)).total).toBe(shown);
  expect(await readOrderPricing(customer, number)).toBeNull();
});

test('a line with missing units offers products of its category and size that have units', async () => {
  const sized = (facts: Parameters<typeof aMug>[1]) => aMug(fresh.db, facts);
  const gone = await sized({ name: 'Salve', onHand: 1 });
  const alike = await sized({ name: 'Spruce Salve', onHand: 3 });
  const other = await sized({ name: 'Large Salve', onHand: 3 });
  const empty = await sized({ name: 'Empty Salve', onHand: 0 });
  for (const [id, size] of [
    [gone, '2 oz'],
    [alike, '2 oz'],
    [empty, '2 oz'],
    [other, '4 oz'],
  ] as const)
    await fresh.db.update(products).set({ size }).where(eq(products.id, id));
  const number = await anOrder(customer, [[gone, 1]]);
  expect((await readOrderPricing(staff, number))?.replacements).toEqual({});
  const [lot] = await fresh.db.select({ id: lots.id }).from(lots).where(eq(lots.productId, gone));
  await quarantineLot(staff, { lotId: lot?.id ?? 0, reason: 'Mold' });
  const found = (await readOrderPricing(staff, number))?.replacements[gone];
  expect(found?.map(({ name }) => name)).toEqual(['Spruce Salve']);
});
