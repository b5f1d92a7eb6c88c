/**
 * Checkouts over HTTP: one call at a time against the same statements in a bare server, the same with cannabis and its
 * limits, and a whole checkout as a browser does it.
 */

import type pg from 'pg';
import { cartCookie } from '#platform/requests/cookies.ts';
import type { CheckoutTask } from './baseline-checkout.ts';
import { startBaseline } from './baseline-process.ts';
import { byAutocannon, type Comparison, compare, type Rounds } from './comparison.ts';
import { type Customer, signInCustomers } from './customers.ts';
import { lotsOf, makeOffer, type Offer, orderForm } from './offer.ts';
import { processorTime } from './processor-time.ts';
import { QUEUE_OF_NOBODY, recordCheckout } from './recorded-checkout.ts';
import { ms, percent, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { median } from './statistics.ts';
import autocannon, { type AutocannonRequest } from './tools/autocannon.ts';

const CLIENTS = [1, 10, 50];
const FEW = 10;
const BUDGET = 0.4;
/** Per second, at ten clients. */
const LEAST_CALLS = 750;
const LEAST_WHOLE = 200;
/** Milliseconds for 95 in 100; the client reports 97.5, which is never less. */
const SLOWEST = 20;
/** As many connections as the application's own pool. */
const CONNECTIONS = 6;
/** People per side. */
const HALF = 2000;

export async function checkout(
  shop: Shop,
  running: RunningShop,
  pool: pg.Pool,
  rounds: Rounds,
): Promise<Row[]> {
  const ours = await signInCustomers(pool, shop.secret, { from: 0, count: HALF });
  const theirs = await signInCustomers(pool, shop.secret, { from: HALF, count: HALF });
  const before = () => untilReactionsAreDone(pool);
  const against = async (goods: 'other' | 'cannabis', clients: readonly number[]): Promise<Row[]> => {
    const offer = await makeOffer(pool, goods);
    const [buyer] = theirs;
    if (!buyer) throw new Error('there are no customers to buy');
    const recorded = await recordCheckout(pool, running.databaseUrl, buyer, offer);
    const task: CheckoutTask = {
      databaseUrl: running.databaseUrl,
      connections: CONNECTIONS,
      recorded,
      lots: await lotsOf(pool, offer),
      queues: { from: 'events', to: QUEUE_OF_NOBODY },
    };
    const baseline = await startBaseline('baseline-checkout.ts', task);
    try {
      const rows: Row[] = [];
      for (const connections of clients) {
        const side = (server: { origin: string; pid: number }, people: readonly Customer[]) => ({
          pid: server.pid,
          before,
          burst: byAutocannon(() => ({
            url: server.origin,
            connections,
            requests: [buying(people, offer, server.origin)],
          })),
        });
        const app = { origin: running.origin, pid: running.process.pid ?? 0 };
        const result = await compare(side(app, ours), side(baseline, theirs), rounds);
        rows.push(callRow(result, goods, connections));
      }
      return rows;
    } finally {
      await baseline.stop();
    }
  };
  return [
    ...(await against('other', CLIENTS)),
    ...(await against('cannabis', [FEW])),
    await wholeCheckout(running, ours, await makeOffer(pool), rounds, before),
  ];
}

function callRow(result: Comparison, goods: 'other' | 'cannabis', connections: number): Row {
  const isBudgeted = connections === FEW;
  return {
    what: `Checkout${goods === 'cannabis' ? ' of cannabis' : ''}, ${connections} client${connections === 1 ? '' : 's'}`,
    ours: perSecond(result.ours),
    baseline: perSecond(result.baseline),
    value: `${percent(result.byProcessorTime)} by processor time`,
    budget: `≥ ${percent(BUDGET)}${isBudgeted ? `, ≥ ${LEAST_CALLS}/s, p95 ≤ ${SLOWEST} ms` : ''}`,
    holds:
      result.byProcessorTime >= BUDGET &&
      (!isBudgeted || (result.ours >= LEAST_CALLS && result.slow <= SLOWEST)),
    note: result.note,
  };
}

/** The page with the cart, the order, and the success page. */
async function wholeCheckout(
  { origin, process: { pid = 0 } }: RunningShop,
  customers: readonly Customer[],
  offer: Offer,
  { rounds, seconds }: Rounds,
  before: () => Promise<void>,
): Promise<Row> {
  const rates: number[] = [];
  const spent: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await before();
    const spentBefore = processorTime(pid);
    const result = await autocannon({
      url: origin,
      connections: FEW,
      duration: seconds,
      requests: wholeRequests(customers, offer, origin),
    });
    const failed = result.errors + result.non2xx - result['3xx'];
    if (failed > 0) throw new Error(`${failed} requests of whole checkouts failed`);
    const whole = (result['2xx'] + result['3xx']) / 3;
    // The first one warms up.
    if (round === 0) continue;
    rates.push(whole / result.duration);
    spent.push((processorTime(pid) - spentBefore) / whole);
  }
  const rate = median(rates);
  return {
    what: `Checkout, whole, ${FEW} clients`,
    ours: perSecond(rate),
    baseline: '',
    value: `${ms(median(spent))} processor time each`,
    budget: `≥ ${LEAST_WHOLE}/s`,
    holds: rate >= LEAST_WHOLE,
    note: `rounds ${rates.map((each) => each.toFixed(0)).join(', ')}/s; the page with the cart, the order, and the success page`,
  };
}

type Visit = { customer?: Customer; nth?: number; success?: string };

/** A browser's requests in order, with its compression. */
function wholeRequests(customers: readonly Customer[], offer: Offer, origin: string): AutocannonRequest[] {
  let next = Math.floor(Math.random() * customers.length);
  const visiting = (request: AutocannonRequest, { customer }: Visit, cart = '') => {
    if (!customer) throw new Error('no visitor is left');
    const cookie = cart === '' ? customer.cookie : `${customer.cookie}; ${cartCookie.name}=${cart}`;
    return { ...request, headers: { 'accept-encoding': 'gzip, br', origin, cookie } };
  };
  return [
    {
      method: 'GET',
      path: '/checkout',
      setupRequest: (request, context: Visit) => {
        next += 1;
        context.nth = next;
        context.customer = customers[next % customers.length];
        return visiting(request, context, `${offer.productIds[next % offer.productIds.length]}:1`);
      },
    },
    {
      method: 'POST',
      path: '/checkout',
      setupRequest: (request, context: Visit) => {
        const asked = visiting(request, context);
        if (!context.customer) throw new Error('no buyer is left');
        return {
          ...asked,
          headers: { ...asked.headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: orderForm(context.customer, offer, context.nth ?? 0),
        };
      },
      onResponse: (_status, _body, context: Visit, headers) => {
        context.success = headers.Location ?? headers.location;
      },
    },
    {
      method: 'GET',
      setupRequest: (request, context: Visit) => ({
        ...visiting(request, context),
        path: context.success ?? '/success-of-nothing',
      }),
    },
  ];
}

/** Every request is another customer's first attempt with a new key; a round ends before anyone reaches a limit. */
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

/** Notifications and email of the last round must not run during the next one. */
async function untilReactionsAreDone(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 480; tries++) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `select exists (select from pgboss.job where name in ('events', 'mail', 'account-mail') and state < 'completed') as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the jobs of the round before do not end');
}
