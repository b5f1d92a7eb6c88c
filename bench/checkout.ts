/** Reserving a cart of one line over HTTP, against the same statements in a bare server. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AutocannonRequest } from 'autocannon';
import type pg from 'pg';
import type { CheckoutTask } from './baseline-checkout.ts';
import { startBaseline } from './baseline-process.ts';
import { compare, type Rounds } from './comparison.ts';
import { type Customer, signInCustomers } from './customers.ts';
import { makeOffer, type Offer, orderForm } from './offer.ts';
import { percent, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';

const CLIENTS = [1, 10, 50];
const BUDGET = 0.4;
/** As many connections as the application's own pool. */
const CONNECTIONS = 20;

export async function checkout(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: Rounds,
): Promise<Row[]> {
  const inputs = await makeOffer(pool);
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
function buying(customers: readonly Customer[], offer: Offer, origin: string): AutocannonRequest {
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
        body: orderForm(customer, offer, next),
      };
    },
  };
}

/** Notifications and mail of the round before must not run beside the next one. */
export async function untilReactionsAreDone(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 480; tries++) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `select exists (select from pgboss.job where name in ('events', 'mail', 'account-mail') and state < 'completed') as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await pause(250);
  }
  throw new Error('the jobs of the round before do not end');
}
