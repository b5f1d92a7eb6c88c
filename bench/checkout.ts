/** Reserving a cart of one line over HTTP, against the same statements in a bare server. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AutocannonRequest } from 'autocannon';
import type pg from 'pg';
import { offeredSlots } from '#features/pickup/slots.ts';
import { pickupPolicy } from '#features/pickup/slots-queries.server.ts';
import { pickupSchema } from '#features/settings/settings.ts';
import { readSettings } from '#features/settings/settings-queries.server.ts';
import { systemClock } from '#kernel/time.ts';
import type { CheckoutTask } from './baseline-checkout.ts';
import { startBaseline } from './baseline-process.ts';
import { compare, type Rounds } from './comparison.ts';
import { type Customer, signInCustomers } from './customers.ts';
import { percent, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';

const CLIENTS = [1, 10, 50];
const BUDGET = 0.4;
/** Different products that are bought, as in a shop: not all clients wait for one stock row. */
const BOUGHT = 200;
/** As many connections as the application's own pool. */
const CONNECTIONS = 20;

export async function checkout(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: Rounds,
): Promise<Row[]> {
  await makeRoom(pool);
  const slots = offeredSlots(pickupPolicy(await readSettings()), systemClock())
    .slice(1)
    .flatMap((day) => day.slots.map((slot) => slot.startsAt.toString()));
  const { rows: products } = await pool.query<{ id: number }>(
    `select product_id as id from product_stock where on_hand >= 1000000 order by product_id`,
  );
  const inputs = { productIds: products.map(({ id }) => id), slots };
  const half = 2000;
  const ours = await signInCustomers(pool, shop.secret, { from: 0, count: half });
  const baselines = await signInCustomers(pool, shop.secret, { from: half, count: half });
  const task: CheckoutTask = { databaseUrl: running.databaseUrl, connections: CONNECTIONS };
  const baseline = await startBaseline('baseline-checkout.ts', task);
  try {
    const rows: Row[] = [];
    for (const connections of CLIENTS) {
      const before = () => untilReactionsAreDone(pool);
      const result = await compare(
        {
          pid: running.process.pid ?? 0,
          before,
          load: () => ({
            url: running.origin,
            connections,
            requests: [buying(ours, inputs, running.origin)],
          }),
        },
        {
          pid: baseline.pid,
          before,
          load: () => ({
            url: baseline.origin,
            connections,
            requests: [buying(baselines, inputs, baseline.origin)],
          }),
        },
        rounds,
      );
      rows.push({
        what: `Checkout, ${connections} client${connections === 1 ? '' : 's'}`,
        ours: perSecond(result.ours),
        baseline: perSecond(result.baseline),
        value: percent(result.ratio),
        budget: `≥ ${percent(BUDGET)}`,
        holds: result.ratio >= BUDGET,
        note: result.note,
      });
    }
    return rows;
  } finally {
    await baseline.stop();
  }
}

/** Every request is another customer's first try with a fresh key; a round ends before anybody comes to a limit. */
function buying(
  customers: readonly Customer[],
  { productIds, slots }: { productIds: readonly number[]; slots: readonly string[] },
  origin: string,
): AutocannonRequest {
  let next = Math.floor(Math.random() * customers.length);
  return {
    method: 'POST',
    path: '/checkout',
    setupRequest: (request) => {
      next += 1;
      const customer = customers[next % customers.length];
      if (!customer) throw new Error('there are no customers to buy');
      return {
        ...request,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin,
          cookie: customer.cookie,
        },
        body: new URLSearchParams({
          key: randomUUID(),
          lines: `${productIds[next % productIds.length]}:1`,
          slot: slots[next % slots.length] ?? '',
          // Rounds come back to the same customers.
          again: 'yes',
          user: customer.userId,
          email: customer.email,
          name: customer.name,
        }).toString(),
      };
    },
  };
}

/** Stock and slots for as many orders as the rounds can make. */
async function makeRoom(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with chosen as (
      select id from products where for_sale and archived_at is null and product_type <> 'cannabis' order by id limit ${BOUGHT}
    ), lot as (
      insert into lots (product_id, batch_number, on_hand) select id, 'BENCH', 1000000 from chosen returning id, product_id
    ), received as (
      insert into stock_ledger (product_id, lot_id, on_hand_change, reason) select product_id, id, 1000000, 'received' from lot
    )
    update product_stock set on_hand = on_hand + 1000000 where product_id in (select id from chosen)`);
  await pool.query(
    `insert into store_settings (name, value) values ('pickup', $1)
     on conflict (name) do update set value = store_settings.value || excluded.value`,
    [JSON.stringify({ ...pickupSchema.parse({}), capacity: 10_000 })],
  );
  await pool.query(
    `insert into store_settings (name, value) values ('holds', '{"unitsPerCustomer": 1000000, "linesPerCustomer": 100000}')
     on conflict (name) do update set value = store_settings.value || excluded.value`,
  );
}

/** Notifications and mail of the round before should not run beside the next one. At most two seconds. */
async function untilReactionsAreDone(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `select exists (select from pgboss.job where name in ('events', 'mail', 'account-mail') and state in ('created', 'active')) as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await pause(250);
  }
}
