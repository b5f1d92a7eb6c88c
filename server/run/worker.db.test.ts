/** Reactions to events: each notifies once, however often a job runs. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#core/ground/settings/settings.ts';
import { placeOrder } from '#core/sales/checkout/place-order.server.ts';
import { reserveProduct } from '#core/sales/checkout/reserve-product.server.ts';
import { invalidateTaxRules } from '#core/sales/compliance/tax-queries.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { movePickup } from '#core/sales/orders/hand-over/move-pickup.server.ts';
import { passLabel } from '#core/sales/orders/hand-over/pickup-pass.ts';
import { reportLate } from '#core/sales/orders/hand-over/report-late.server.ts';
import type { ReceiptRequest } from '#core/sales/orders/receipts/receipt-request.ts';
import { requestReceipt } from '#core/sales/orders/receipts/request-receipt.server.ts';
import { idempotencyKeys } from '#db/schema/checkout.ts';
import { taxRules } from '#db/schema/compliance.ts';
import { events } from '#db/schema/events.ts';
import { rateLimits, sessions } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { notifications, userPreferences } from '#db/schema/notifications.ts';
import { orders } from '#db/schema/orders.ts';
import { folderStore, openFiles } from '#platform/files/files.ts';
import { openUploads } from '#platform/uploads/receive-upload.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct } from '#tests/support/people.ts';
import { scheduledTasks } from './scheduled-tasks.ts';
import { reactToEvent } from './worker.ts';

const now = Temporal.Instant.from('2026-06-06T16:00:00Z');
const slot = '2026-06-06T18:00:00Z';
let opened: FreshDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
  await opened.db
    .insert(taxRules)
    .values({ taxClass: '*', name: 'Estimated Tax', rate: 1200, from: '2024-01-01' });
  invalidateTaxRules();
});
afterAll(() => opened.stop());

async function anOrder(person: Awaited<ReturnType<typeof aPerson>>) {
  const productId = await aProduct(opened.db, { name: 'Kestrel Moon', retailPrice: 4500 });
  const placed = await placeOrder(
    person,
    {
      key: randomUUID(),
      lines: [{ productId, quantity: 2 }],
      reservationId: null,
      slotStartsAt: slot,
      birthDate: null,
      expectedTotal: null,
    },
    now,
  );
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  return { orderId: placed.value.orderId, productId };
}

async function newestEvent(kind: string): Promise<string> {
  const [event] = await opened.db
    .select()
    .from(events)
    .where(eq(events.kind, kind))
    .orderBy(desc(events.createdAt))
    .limit(1);
  if (!event) throw new Error(`no event ${kind}`);
  return event.id;
}

const told = (userId: string) =>
  opened.db.select().from(notifications).where(eq(notifications.userId, userId));
const mailed = (email: string) =>
  opened.db.select().from(mailMessages).where(eq(mailMessages.recipient, email));

describe('a customer who moves a pickup', () => {
  test('reads the new time in the bell and an email, and running late is news only for the counter', async () => {
    const person = await aPerson(opened.db);
    const { orderId } = await anOrder(person);
    const [order] = await opened.db.select().from(orders).where(eq(orders.orderId, orderId));
    const seen = { version: 1, status: 'pending', pickup: slot, total: order?.total ?? 0 };
    const later = { slotStartsAt: '2026-06-06T19:00:00Z', seen };
    expect(await movePickup(person, orderId, later, now)).toMatchObject({ ok: true });
    await reactToEvent(await newestEvent('order-moved'));
    expect(await reportLate(person, orderId, 30, now.add({ hours: 1 }))).toMatchObject({ ok: true });
    await reactToEvent(await newestEvent('order-running-late'));
    expect(await told(person.userId)).toMatchObject([
      { title: `Order ${orderId} moved`, message: 'Pick it up Jun 6, 2026 3:00 PM to 3:30 PM.' },
    ]);
    const [mail] = await mailed(person.email);
    expect(mail?.text).toContain('Jun 6, 2026 3:00 PM to 3:30 PM');
    expect(mail?.text).toContain(`/orders/${orderId}`);
  });
});

describe('a placed order', () => {
  test('causes one notification and one email for five runs of its job, with what to bring and the law’s wording', async () => {
    const person = await aPerson(opened.db);
    await anOrder(person);
    const event = await newestEvent('order-placed');
    await Promise.all([reactToEvent(event), reactToEvent(event)]);
    for (let time = 0; time < 3; time++) await reactToEvent(event);

    const bell = await told(person.userId);
    expect(bell).toHaveLength(1);
    expect(bell[0]?.title).toMatch(/^Order ORD\d{3,} reserved$/);
    const mail = await mailed(person.email);
    expect(mail).toHaveLength(1);
    expect(mail[0]?.subject).toMatch(/^Order ORD\d{3,} is reserved$/);
    for (const words of [
      'Jun 6, 2026 2:00 PM',
      'Kestrel Moon',
      '$90.00',
      '$10.80',
      '$100.80',
      'cash',
      '21 or older',
      'ATM',
    ]) {
      expect(mail[0]?.text).toContain(words);
    }
    const [order] = await opened.db.select().from(orders).where(eq(orders.userId, person.userId));
    expect(mail[0]?.text).toContain(`Your pickup pass: ${passLabel(order?.passCode ?? '')}. Show this pass`);
    // The email contains everything it shows except the logo, whose URL is the same for everyone.
    expect(mail[0]?.html.match(/<img|src=|cid:/gi)).toEqual(['<img', 'src=']);
    expect(mail[0]?.html).toMatch(/<img src="[^"?]*\/icon-192\.png" alt=""/);
    expect(mail[0]?.text).toContain('HOPENY');
    expect(mail[0]?.text).toContain('Keep out of reach of children and pets.');
    const { rotating } = defaultSettings().warnings;
    expect(rotating.filter((warning) => mail[0]?.html.includes(warning))).toHaveLength(1);
    expect(mail[0]?.subject).not.toMatch(/cannabis|kestrel/i);
  });

  test('sends no email to customers who want none, and nothing to those who want no order updates', async () => {
    const quiet = await aPerson(opened.db);
    await opened.db.insert(userPreferences).values({ userId: quiet.userId, emailNotifications: false });
    await anOrder(quiet);
    await reactToEvent(await newestEvent('order-placed'));
    expect(await told(quiet.userId)).toHaveLength(1);
    expect(await mailed(quiet.email)).toHaveLength(0);

    const silent = await aPerson(opened.db);
    await opened.db.insert(userPreferences).values({ userId: silent.userId, orderUpdates: false });
    await anOrder(silent);
    await reactToEvent(await newestEvent('order-placed'));
    expect(await told(silent.userId)).toHaveLength(0);
    expect(await mailed(silent.email)).toHaveLength(0);
  });

  test('shows markup in a name as text', async () => {
    const person = await aPerson(opened.db, { name: '<img src=x onerror=alert(1)>' });
    await anOrder(person);
    await reactToEvent(await newestEvent('order-placed'));
    expect((await mailed(person.email))[0]?.html).not.toContain('<img src=x');
  });
});

test('a canceled order and a reservation notify the customer', async () => {
  const person = await aPerson(opened.db);
  const { orderId } = await anOrder(person);
  expect((await cancelOrder(person, orderId, now)).ok).toBe(true);
  await reactToEvent(await newestEvent('order-cancelled'));
  const productId = await aProduct(opened.db, { name: 'Heron Lake' });
  expect((await reserveProduct(person, { productId, quantity: 1, key: randomUUID() })).ok).toBe(true);
  await reactToEvent(await newestEvent('reservation-made'));
  const subjects = (await mailed(person.email)).map((mail) => mail.subject);
  expect(subjects).toEqual([expect.stringMatching(/is canceled$/), 'Reserved for you']);
});

describe('a receipt', () => {
  async function inputFor(person: Awaited<ReturnType<typeof aPerson>>): Promise<ReceiptRequest> {
    const { productId } = await anOrder(person);
    return {
      email: person.email,
      name: person.email.split('@')[0] ?? '',
      items: [{ productId, quantity: 2 }],
      pickupTime: slot,
      total: '100.80',
    };
  }

  test('of a customer’s own order goes to their own address, a few times', async () => {
    const person = await aPerson(opened.db);
    const input = await inputFor(person);
    expect(await requestReceipt(person, input)).toEqual({ ok: true, value: null });
    const event = await newestEvent('receipt-requested');
    for (let time = 0; time < 5; time++) await reactToEvent(event);
    expect((await mailed(person.email)).map((mail) => mail.subject)).toEqual([
      expect.stringMatching(/^Receipt for order ORD/),
    ]);
    await requestReceipt(person, input);
    await requestReceipt(person, input);
    expect(await requestReceipt(person, input)).toMatchObject({ ok: false, problem: { kind: 'too-many' } });
  });

  test('is refused when anything disagrees, and to strangers', async () => {
    const person = await aPerson(opened.db);
    const eve = await aPerson(opened.db);
    const input = await inputFor(person);
    const kind = async (...args: Parameters<typeof requestReceipt>) => {
      const outcome = await requestReceipt(...args);
      return outcome.ok ? 'sent' : outcome.problem.kind;
    };
    expect(await kind({ kind: 'guest' }, input)).toBe('signed-out');
    expect(await kind({ ...person, isBanned: true }, input)).toBe('suspended');
    expect(await kind(person, { ...input, email: eve.email })).toBe('other-address');
    expect(await kind(person, { ...input, total: '1.00' })).toBe('disagrees');
    expect(await kind(person, { ...input, name: 'Somebody' })).toBe('disagrees');
    const asEve = { ...input, email: eve.email, name: eve.email.split('@')[0] ?? '' };
    expect(await kind(eve, asEve)).toBe('no-such-order');
    expect(await kind(eve, { ...asEve, orderId: 'ORD001' })).toBe('no-such-order');
    expect(await mailed(eve.email)).toHaveLength(0);
  });
});

test('cleanup deletes what has expired and nothing else', async () => {
  const person = await aPerson(opened.db);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  await opened.db.insert(sessions).values([
    { userId: person.userId, token: 'dead', expiresAt: ago(1) },
    { userId: person.userId, token: 'alive', expiresAt: ago(-1) },
  ]);
  await opened.db.insert(idempotencyKeys).values([
    { userId: person.userId, key: randomUUID(), input: 'old', madeId: randomUUID(), createdAt: ago(8) },
    { userId: person.userId, key: randomUUID(), input: 'new', madeId: randomUUID(), createdAt: ago(6) },
  ]);
  await opened.db.insert(rateLimits).values([
    { key: 'old', count: 1, lastRequest: Date.now() - 2 * 86_400_000 },
    { key: 'new', count: 1, lastRequest: Date.now() },
  ]);
  const uploads = mkdtempSync(join(tmpdir(), 'farmgate-uploads-'));
  await openUploads(uploads);
  writeFileSync(join(uploads, 'killed.upload'), 'x');
  utimesSync(join(uploads, 'killed.upload'), ago(1), ago(1));
  openFiles(folderStore(uploads));
  const cleanUps = scheduledTasks.filter(({ kind }) => kind.name.startsWith('clean-up-'));
  for (const { handle } of cleanUps) await handle({});
  expect(readdirSync(uploads)).toEqual(['shop-id']);
  rmSync(uploads, { recursive: true });
  const mine = eq(idempotencyKeys.userId, person.userId);
  expect((await opened.db.select().from(idempotencyKeys).where(mine)).map((row) => row.input)).toEqual([
    'new',
  ]);
  const left = await opened.db.select().from(sessions).where(eq(sessions.userId, person.userId));
  const tokens = left.map((row) => row.token);
  expect(tokens).toContain('alive');
  expect(tokens).not.toContain('dead');
  expect((await opened.db.select().from(rateLimits).where(eq(rateLimits.key, 'old'))).length).toBe(0);
});
