/** Tests that a job renders a requested receipt once for each version of its order, and stores it encrypted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { changePaymentStatus } from '#core/sales/orders/change-order-status.server.ts';
import { orderReceipts } from '#db/schema/orders.ts';
import { openStoredReceipt, readStoredReceipts } from '#office/orders/stored-receipts-queries.server.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/secrets/keyring.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aMug, anOrder, auditOf, bringTo, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { pdfWords } from '#tests/support/pdf-text.ts';
import { aPerson } from '#tests/support/people.ts';
import { generateReceipt } from './generate-receipt.server.ts';
import { makeReceipt } from './make-receipt.server.ts';

const AT_ONCE = { times: 1, everyMs: 1 };
let fresh: FreshDatabase;
let folder: string;
let staff: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'farmgate-receipts-'));
  openFiles(folderStore(folder));
  openKeyring(null);
  await openForOrders(fresh.db);
  staff = await aPerson(fresh.db, { role: 'staff', name: 'Sam Counter' });
  customer = await aPerson(fresh.db);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await fresh.stop();
});

const newOrder = async () => anOrder(customer, [[await aMug(fresh.db, { name: 'Enamel Mug' }), 1]]);
const rowsOf = async (orderId: string) =>
  fresh.db
    .select()
    .from(orderReceipts)
    .where(eq(orderReceipts.orderId, (await storedOrder(fresh.db, orderId)).id));
const ask = (orderId: string, actor: SignedIn = staff) => generateReceipt(actor, orderId, AT_ONCE);

async function wordsOf(orderId: string, receiptId: string): Promise<string> {
  const stored = await openStoredReceipt(staff, orderId, receiptId);
  return pdfWords(stored?.pdf ?? Buffer.alloc(0));
}

test('a receipt is stored once money is taken, and an earlier paper stays an order slip', async () => {
  const orderId = await newOrder();
  const slip = await ask(orderId);
  if (!slip.ok) throw new Error(slip.problem.kind);
  await makeReceipt(slip.value.receiptId);
  await changePaymentStatus(staff, { orderId, to: 'paid', reason: '', version: null });
  const asked = (await rowsOf(orderId)).find(({ version }) => version === 2);
  await makeReceipt(asked?.id ?? '');
  const { id } = await storedOrder(fresh.db, orderId);
  expect(await readStoredReceipts(staff, id, 'America/New_York')).toMatchObject([
    { id: asked?.id, state: 'receipt' },
    { id: slip.value.receiptId, state: 'slip' },
  ]);
  const words = await wordsOf(orderId, asked?.id ?? '');
  expect(words).toContain(`Receipt ${orderId}`);
  expect(words).toContain('Paid in cash');
  expect(words).not.toContain('not a receipt');
  expect(await ask(orderId)).toMatchObject({ value: { receiptId: asked?.id, isReceipt: true } });
});

test('a paper is pending until the job has rendered it, then stored, and shows the amount due', async () => {
  const orderId = await newOrder();
  const asked = await ask(orderId);
  if (!asked.ok) throw new Error(asked.problem.kind);
  expect(asked.value.stored).toBe(false);
  const { receiptId } = asked.value;
  expect(await openStoredReceipt(staff, orderId, receiptId)).toBeNull();
  await makeReceipt(receiptId);
  expect(await ask(orderId)).toEqual({ ok: true, value: { receiptId, stored: true, isReceipt: false } });
  const { id } = await storedOrder(fresh.db, orderId);
  expect(await readStoredReceipts(staff, id, 'America/New_York')).toMatchObject([
    { id: receiptId, state: 'slip' },
  ]);
  const words = await wordsOf(orderId, receiptId);
  expect(words).toContain(`Order slip ${orderId}`);
  expect(words).toContain('This is not a receipt: nothing has been paid.');
  expect(words).toContain('Enamel Mug');
  expect(words).toContain('To be paid in cash at pickup.');
  expect(words).not.toContain('Handed over');
  expect((await auditOf(fresh.db, orderId)).map(({ action }) => action)).toEqual(['order.receipt-requested']);
});

test('a stored receipt is encrypted', async () => {
  const orderId = await newOrder();
  const asked = await ask(orderId);
  if (!asked.ok) throw new Error(asked.problem.kind);
  await makeReceipt(asked.value.receiptId);
  const files = readdirSync(join(folder, 'receipts'));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    expect(name).toMatch(/^[0-9a-f]{48}$/);
    expect(
      readFileSync(join(folder, 'receipts', name))
        .subarray(0, 5)
        .toString(),
    ).not.toBe('%PDF-');
  }
});

test('each version of the order has one receipt, however often it is requested and rendered', async () => {
  const orderId = await newOrder();
  const asked = await Promise.all(Array.from({ length: 10 }, () => ask(orderId)));
  const ids = new Set(asked.map((one) => (one.ok ? one.value.receiptId : one.problem.kind)));
  expect(ids.size).toBe(1);
  const [receiptId = ''] = ids;
  await Promise.all([makeReceipt(receiptId), makeReceipt(receiptId)]);
  await bringTo(staff, orderId, 'confirmed');
  await ask(orderId);
  expect((await rowsOf(orderId)).map(({ version }) => version).sort()).toEqual([1, 2]);
});

test('a failed receipt is marked as failed, and rendered when it is requested again', async () => {
  const orderId = await newOrder();
  const asked = await ask(orderId);
  if (!asked.ok) throw new Error(asked.problem.kind);
  openFiles({ ...folderStore(folder), put: () => Promise.reject(new Error('disk full')) });
  await expect(makeReceipt(asked.value.receiptId)).rejects.toThrow('disk full');
  expect(await rowsOf(orderId)).toMatchObject([{ storedAt: null, failedAt: expect.any(Date) }]);
  openFiles(folderStore(folder));
  expect(await ask(orderId)).toMatchObject({ ok: true, value: { stored: false } });
  await makeReceipt(asked.value.receiptId);
  expect(await rowsOf(orderId)).toMatchObject([{ storedAt: expect.any(Date), failedAt: null }]);
});

test('only staff can request a receipt, for an existing order, and it opens only with its own order', async () => {
  const [orderId, other] = [await newOrder(), await newOrder()];
  expect(await generateReceipt({ kind: 'guest' }, orderId, AT_ONCE)).toMatchObject({
    problem: { kind: 'not-signed-in' },
  });
  expect(await ask(orderId, customer)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
  for (const wrong of ['ORD999999', 'x', '\u0001', crypto.randomUUID()])
    expect(await ask(wrong)).toEqual({ ok: false, problem: { kind: 'not-found' } });
  const asked = await ask((await storedOrder(fresh.db, orderId)).id);
  if (!asked.ok) throw new Error(asked.problem.kind);
  await makeReceipt(asked.value.receiptId);
  expect(await openStoredReceipt(customer, orderId, asked.value.receiptId)).toBeNull();
  expect(await openStoredReceipt(staff, other, asked.value.receiptId)).toBeNull();
});
