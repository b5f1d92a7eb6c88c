/** What must hold when the second Saturday is over: by what hands and eyes saw, and by the shop's own records. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { checkInvariants } from '../invariants.ts';
import type { SecondSaturday } from './day.ts';
import { JAR, OUNCE } from './floor.ts';
import { cameBack } from './visits.ts';
import { unitsIn } from './world.ts';

const SOON = { timeout: 120_000, interval: 250 };
/** What one person may take home in a day, in milligrams. */
const DAY_LIMIT = 85_048;

export async function expectSound(day: SecondSaturday, customers: number): Promise<void> {
  await expectOrders(day, customers);
  await expectBags(day);
  expectLimits(day);
  await expectCash(day);
  await expectPapers(day);
  await expectLine(day);
  await expectMessages(day, customers);
  expect(await checkInvariants(day.floor.shop.db)).toEqual([]);
}

async function expectOrders({ floor, walkIns, later }: SecondSaturday, customers: number): Promise<void> {
  const rows = await rowsOf<{ status: string; many: number }>(
    floor,
    sql`select status, count(*)::int as many from orders group by 1 order by 1`,
  );
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'no_show']);
  const many = rows.reduce((sum, row) => sum + row.many, 0);
  expect(many).toBe(customers + walkIns.sold + later.exchanged);
  // No sale without an ID that was checked.
  const unchecked = sql`
    select order_id as number from orders where status = 'completed' and not exists (
      select from id_checks where id_checks.order_id = orders.id and outcome = 'accepted')`;
  expect(await rowsOf(floor, unchecked)).toEqual([]);
  const put = sql`select sum(held)::int as held,
    (select count(*)::int from put_backs where done_at is null) as bags from product_stock`;
  expect(await rowsOf(floor, put)).toEqual([{ held: 0, bags: 0 }]);
}

/** Each bag that left had what its order says, and no unit that was recalled by then. */
async function expectBags({ floor, recalls }: SecondSaturday): Promise<void> {
  const sold = await rowsOf<{ number: string; batch: string; units: number }>(
    floor,
    sql`
      select orders.order_id as number, lots.batch_number as batch, sum(share.quantity)::int as units
      from orders join order_items as item on item.order_id = orders.id
      join reservation_lots as share on share.reservation_id = item.reservation_id join lots on lots.id = share.lot_id
      where orders.status = 'completed'
        and not exists (select from exchanges where orders.id in (exchanges.order_id, exchanges.original_id))
      group by 1, 2 order by 1, 2`,
  );
  const exchanged = await rowsOf<{ number: string }>(
    floor,
    sql`select order_id as number from orders where id in (select original_id from exchanges)`,
  );
  const isExchanged = new Set(exchanged.map(({ number }) => number));
  const left = floor.world.left
    .filter(({ number }) => !isExchanged.has(number))
    .flatMap(({ number, units }) => [...units].map(([batch, many]) => ({ number, batch, units: many })))
    .sort((one, other) => order(one) - order(other) || (one.batch < other.batch ? -1 : 1));
  const said = sold.sort((one, other) => order(one) - order(other) || (one.batch < other.batch ? -1 : 1));
  expect(left).toEqual(said);
  for (const { batch, at } of recalls) {
    const after = floor.world.left.filter((bag) => bag.at > at && bag.units.has(batch));
    expect(after.map(({ number }) => number)).toEqual([]);
  }
  const soldLater = sql`
    select orders.order_id as number, lots.batch_number from orders join order_items as item on item.order_id = orders.id
    join reservation_lots as share on share.reservation_id = item.reservation_id
    join lots on lots.id = share.lot_id join recall_lots on recall_lots.lot_id = lots.id
    join recalls on recalls.id = recall_lots.recall_id
    where orders.status = 'completed' and orders.completed_at > recalls.started_at`;
  expect(await rowsOf(floor, soldLater)).toEqual([]);
}

const order = ({ number }: { number: string }) => Number(number.slice(3));

/** By the IDs that were shown: no one took home more than the law allows. */
function expectLimits({ floor, queue, walkIns }: SecondSaturday): void {
  const taken = new Map<string, number>();
  for (const { id, units } of floor.world.left) {
    const ounces = [...units].filter(([batch]) => batch.startsWith(`B-${floor.ounce}-`));
    const heavy = ounces.reduce((sum, [, many]) => sum + many, 0);
    const grams = heavy * OUNCE + (unitsIn(units) - heavy) * JAR;
    taken.set(id, (taken.get(id) ?? 0) + grams);
  }
  expect([...taken].filter(([, milligrams]) => milligrams > DAY_LIMIT)).toEqual([]);
  // They came up to the limit, and some were refused for it.
  expect(Math.max(...taken.values())).toBe(3 * OUNCE);
  expect(queue.refused.forLimit + walkIns.refused).toBeGreaterThan(0);
}

/** Each closing found what was expected, and all of them what was taken, returned and moved. */
async function expectCash({ floor, counted, later }: SecondSaturday): Promise<void> {
  const drawers = await rowsOf<{ counted: number; expected: number; open: boolean }>(
    floor,
    sql`select counted, expected, closed_at is null as open from drawer_sessions order by number`,
  );
  expect(drawers).toEqual(counted.map((cash) => ({ counted: cash, expected: cash, open: false })));
  const [sums] = await rowsOf<{ in: number; rows: number }>(
    floor,
    sql`
      select (select coalesce(sum(total), 0) from orders where paid_at is not null)::int
        - (select coalesce(sum(amount), 0) from refunds)::int
        + (select coalesce(sum(effect), 0) from cash_corrections)::int as in,
        (select count(*) from cash_corrections)::int as rows`,
  );
  expect(sums).toEqual({ in: (counted.at(-1) ?? 0) - 20_000, rows: later.corrected });
  const yes = sql`
    select count(*)::int as many from audit_log where actor_name = 'Ada Owner' and after ->> 'askedBy' is not null`;
  expect((await rowsOf<{ many: number }>(floor, yes))[0]?.many).toBeGreaterThanOrEqual(later.yes);
}

/** Each slip and each receipt came out of its printer once; nothing came out twice. */
async function expectPapers({ floor, papers, walkIns, later }: SecondSaturday): Promise<void> {
  const rows = await rowsOf<{ number: number; kind: string; status: string; order: string }>(
    floor,
    sql`select number::int, kind, status, order_id as order from print_jobs where kind in ('slip', 'receipt')`,
  );
  expect(rows.filter(({ status }) => status !== 'printed')).toEqual([]);
  expect(rows.filter(({ number }) => papers.printed.get(number) !== 1)).toEqual([]);
  expect([...papers.printed].filter(([, times]) => times !== 1)).toEqual([]);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const sales = await rowsOf(floor, sql`select id from orders where status = 'completed'`);
  expect(new Set(of('receipt').map((row) => row.order)).size).toBe(of('receipt').length);
  expect(of('receipt')).toHaveLength(sales.length);
  expect(of('slip').length).toBeGreaterThanOrEqual(floor.visits.length);
  expect(of('slip').length).toBeLessThanOrEqual(floor.visits.length + walkIns.sold + later.exchanged);
}

/** Each number was called by one register, and again only for who came back. */
async function expectLine({ floor, queue }: SecondSaturday): Promise<void> {
  const back = new Set(
    floor.visits.filter(({ kind, isAway }) => isAway || cameBack.includes(kind)).map(({ number }) => number),
  );
  const twice = [...queue.calls].filter(([number, times]) => times > (back.has(number) ? 2 : 1));
  expect(twice).toEqual([]);
  const waiting = sql`
    select line_numbers.number from line_numbers left join orders on orders.id = line_numbers.order_id
    where called_at is null and left_at is null
      and (line_numbers.order_id is null or orders.status not in ('completed', 'cancelled', 'no_show'))`;
  expect(await rowsOf(floor, waiting)).toEqual([]);
}

async function expectMessages({ floor }: SecondSaturday, customers: number): Promise<void> {
  const placed = sql`
    select count(*)::int as many from events join deliveries on deliveries.event_id = events.id
    where events.kind = 'order-placed' and deliveries.channel = 'email'`;
  await expect
    .poll(async () => (await rowsOf<{ many: number }>(floor, placed))[0]?.many, SOON)
    .toBe(customers);
  const twice = sql`
    select event_id from deliveries group by event_id, user_id, channel having count(*) > 1
    union all
    select subject_id::uuid from events where kind in ('order-completed', 'order-cancelled', 'order-no-show')
    group by subject_id having count(*) > 1`;
  expect(await rowsOf(floor, twice)).toEqual([]);
}

async function rowsOf<Row extends Record<string, unknown>>(
  { shop: { db } }: SecondSaturday['floor'],
  query: ReturnType<typeof sql>,
): Promise<Row[]> {
  return (await db.execute<Row>(query)).rows as Row[];
}
