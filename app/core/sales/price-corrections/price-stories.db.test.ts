/**
 * Random stories of wrong prices: orders, price changes, corrections, hand-overs, refunds, refunds due and undo, some
 * at once. After each, every cent agrees in orders, books, the drawer and messages.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { expectedOf } from '#core/sales/cash-desk/drawer.ts';
import { drawerCash, openSession } from '#core/sales/cash-desk/drawer-cash-queries.server.ts';
import { openDrawer } from '#core/sales/cash-desk/open-drawer.server.ts';
import { cancelOrder } from '#core/sales/orders/cancel-order.server.ts';
import { recordRefund } from '#core/sales/orders/refunds/record-refund.server.ts';
import { inTransaction } from '#db/client.ts';
import { orders, refunds } from '#db/schema/orders.ts';
import { correctedLines, priceCorrections } from '#db/schema/price-corrections.ts';
import { type Random, randomFrom } from '#seed/random.ts';
import { freshShop } from '#tests/support/fresh-shop.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aMug, anOrder, NOW, storedOrder } from '#tests/support/orders.ts';
import { aPerson } from '#tests/support/people.ts';
import { handOver, idOf, setPrice, start, workOff, wrongOf } from '#tests/support/wrong-prices.ts';
import { readOwedOf } from './owed-queries.server.ts';
import { payRefund } from './pay-refund.server.ts';
import { undoCorrection } from './undo-correction.server.ts';
import { workOnCorrection } from './work-on-correction.server.ts';

const fresh = freshShop(afterAll);
let admin: SignedIn;
let people: SignedIn[];
const FLOAT = 20_000;

beforeAll(async () => {
  admin = await aPerson(fresh.db, { role: 'admin', name: 'Ada Owner' });
  people = await Promise.all(Array.from({ length: 4 }, () => aPerson(fresh.db)));
  const opened = await openDrawer(admin, { key: randomUUID(), amount: FLOAT, pieces: null }, NOW);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem));
});

type Story = {
  mugs: number[];
  numbers: { number: string; owner: SignedIn }[];
  random: Random;
  told: Map<string, number>;
};

/** An act that is refused changes nothing, so its outcome is not looked at. */
const acts: Record<string, (story: Story) => Promise<unknown>> = {
  order: async ({ mugs, numbers, random }) => {
    const owner = random.pick(people);
    const lines = mugs
      .filter(() => random.next() < 0.7)
      .map((mug) => [mug, 1 + Math.floor(random.next() * 3)] as const);
    if (lines.length > 0) numbers.push({ owner, number: await anOrder(owner, lines) });
  },
  price: ({ mugs, random }) => setPrice(fresh.db, random.pick(mugs), 1500 + Math.floor(random.next() * 1500)),
  'hand over': async ({ numbers, random }) => {
    const some = numbers.length > 0 ? random.pick(numbers) : undefined;
    if (some) await handOver(fresh.db, admin, some.number).catch(() => undefined);
  },
  cancel: async ({ numbers, random }) => {
    const some = numbers.length > 0 && random.chance(0.3) ? random.pick(numbers) : undefined;
    if (some) await cancelOrder(some.owner, some.number, NOW);
  },
  refund: async ({ numbers, random }) => {
    const some = numbers.length > 0 ? random.pick(numbers) : undefined;
    if (!some) return;
    const order = await storedOrder(fresh.db, some.number);
    const units =
      random.next() < 0.5
        ? { amount: 1 + Math.floor(random.next() * 400) }
        : new Map([[order.items[0]?.id ?? '', 1]]);
    const input = { units, goods: 'kept', reason: 'Broken', version: order.version } as const;
    await recordRefund(admin, some.number, input, NOW);
  },
  correct: async ({ mugs, random }) => {
    const settlement = random.next() < 0.8 ? 'visit' : 'noted';
    const wrong = wrongOf(random.pick(mugs), 1200 + Math.floor(random.next() * 1500));
    await start(admin, wrong, { settlement, tells: random.next() < 0.5 });
  },
  work: async () => {
    for (const { id } of await fresh.db
      .select()
      .from(priceCorrections)
      .where(eq(priceCorrections.status, 'running')))
      await workOnCorrection(id, NOW);
  },
  'give back': async ({ random }) => {
    const owed = await fresh.db.select().from(correctedLines).where(eq(correctedLines.status, 'owed'));
    const line = owed.length > 0 ? random.pick(owed) : undefined;
    const [shown] = line ? await readOwedOf(admin, [line.id]) : [];
    if (shown)
      await Promise.all([1, 2].map(() => payRefund(admin, { lineId: shown.lineId, cash: shown.cash }, NOW)));
  },
  undo: async ({ random }) => {
    const all = await fresh.db.select().from(priceCorrections);
    const some = all.length > 0 && random.next() < 0.5 ? random.pick(all) : undefined;
    if (some) await undoCorrection(admin, some.number);
  },
};
const names = Object.keys(acts);

/** No order costs more than it did before. */
async function expectNoHigher({ numbers, told }: Story): Promise<void> {
  for (const { number } of numbers) {
    const { total } = await storedOrder(fresh.db, number);
    expect(total).toBeLessThanOrEqual(told.get(number) ?? total);
    told.set(number, total);
  }
}

async function expectEveryCent(): Promise<void> {
  expect(await checkInvariants(fresh.db)).toEqual([]);
  // Of each line at most what the lowest right price leaves too much, and never more than was paid.
  const { rows: over } = await fresh.db.execute(sql`
    select item.id from order_items as item
    join (
      select reservation_id, sum(amount + tax) filter (where corrected_lines.status in ('owed', 'paid')) as back,
        min(correction.right_price) as lowest
      from corrected_lines join price_corrections as correction on correction.id = correction_id group by 1
    ) as line using (reservation_id)
    join orders on orders.id = item.order_id
    where orders.payment_status in ('paid', 'refunded') and (line.back > item.total
      or line.back > (item.list_price - lowest) * item.quantity * item.total::numeric / nullif(item.amount, 0) + 2)`);
  expect(over).toEqual([]);
  const { rows: back } = await fresh.db.execute(sql`
    select line.id from corrected_lines as line left join refunds on refunds.id = line.refund_id
    where (line.status = 'paid') is distinct from (refunds.id is not null)
      or (line.status = 'paid' and refunds.amount <> line.amount + line.tax)`);
  expect(back).toEqual([]);
  // Each message once, and none without its act.
  const { rows } = await fresh.db.execute<Record<string, number>>(sql`
    select
      (select count(*)::int from events where kind = 'order-refunded') as refunded,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from events where kind = 'order-price-lowered') as lowered,
      (select count(*)::int from corrected_lines where status = 'lowered') as lines,
      (select count(*)::int from events where kind = 'order-cash-owed') as promised,
      (select count(*)::int from corrected_lines join price_corrections as correction on correction.id = correction_id
        where correction.tells and corrected_lines.status in ('owed', 'paid')) as told`);
  const [counts] = rows;
  expect(counts?.refunded).toBe(counts?.refunds);
  expect(counts?.lowered).toBe(counts?.lines);
  expect(counts?.promised).toBe(counts?.told);
  // The drawer holds what was paid, less what was refunded.
  const paid = await fresh.db.select().from(orders);
  const given = await fresh.db.select().from(refunds);
  const cash =
    paid.reduce((sum, { paidAt, total }) => sum + (paidAt ? total : 0), 0) -
    given.reduce((sum, { amount, cashRounding }) => sum + amount + cashRounding, 0);
  const expected = await inTransaction(async (tx) => {
    const session = await openSession(tx);
    return session && expectedOf(await drawerCash(tx, session));
  });
  expect(expected).toBe(FLOAT + cash);
}

test.each([1, 2, 3])('story %i: every cent agrees, and no one gets it twice', async (seed) => {
  const random = randomFrom(seed);
  const mugs = await Promise.all([0, 1].map(() => aMug(fresh.db, { onHand: 500, retailPrice: 2750 })));
  const story: Story = { mugs, random, numbers: [], told: new Map() };
  for (let step = 0; step < 25; step++) {
    const names2 = random.next() < 0.3 ? [random.pick(names), random.pick(names)] : [random.pick(names)];
    await Promise.all(names2.map((name) => acts[name]?.(story)));
    await expectNoHigher(story);
  }
  for (const { number } of await fresh.db
    .select()
    .from(priceCorrections)
    .where(eq(priceCorrections.status, 'running')))
    await workOff(fresh.db, await idOf(fresh.db, number));
  await expectNoHigher(story);
  await expectEveryCent();
});
