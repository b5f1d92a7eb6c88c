/** Ten people sign in without a pause, and how this affects signed-in customers. */
import { request } from 'node:http';
import type pg from 'pg';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { atRate } from './at-rate.ts';
import { type Customer, signInCustomers } from './customers.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { processorTime } from './processor-time.ts';
import { ms, perSecond, type Row } from './row.ts';
import type { RunningShop, Shop } from './shop.ts';
import { percentile } from './statistics.ts';

const PEOPLE = 10;
const PASSWORD = 'kettle-orbit-mossy-1138';
const PAGES_A_SECOND = 50;
const PAGE_BUDGET = 60;
/** Seconds. Hashing a password is slow on purpose, and ten at once wait for each other. */
const SIGN_IN_BUDGET = 3;

/** A row for the pages, compressed as for a browser, and one for the sign-ins. */
export async function pagesBesideSignIns(
  shop: Shop,
  { origin, process: app }: RunningShop,
  pool: pg.Pool,
  seconds: number,
): Promise<Row[]> {
  const readers = await signInCustomers(pool, shop.secret, { from: 4500, count: 50 });
  const ask = async (beat: number): Promise<number> => {
    const cookie = readers[beat % readers.length]?.cookie ?? '';
    const headers = { cookie, 'accept-encoding': 'gzip, deflate, br' };
    const { status, lastByte } = await fetchBytes(`${origin}/products`, headers);
    if (status === 200) return lastByte;
    if (status !== 503) throw new Error(`a signed-in customer's page answers ${status}`);
    // A request refused because too many wait counts as infinite.
    return Number.POSITIVE_INFINITY;
  };
  for (let warm = 0; warm < 100; warm++) await ask(warm);

  const signing = signIns(origin, await peopleWithPasswords(shop, pool));
  const before = processorTime(app.pid ?? 0);
  const pages = await atRate(PAGES_A_SECOND, seconds, ask);
  const { taken, busy } = await signing.end();
  const spent = processorTime(app.pid ?? 0) - before;
  const p95 = percentile(pages, 0.95);
  const slowest = percentile(taken, 0.95) / 1000;
  return [
    {
      what: `Signed-in catalogue at ${PAGES_A_SECOND}/s while ${PEOPLE} people sign in`,
      ours: `p50 ${ms(percentile(pages, 0.5))}`,
      baseline: '',
      value: `p95 ${ms(p95)}`,
      budget: `≤ ${PAGE_BUDGET} ms`,
      holds: p95 <= PAGE_BUDGET,
      note: `p99 ${ms(percentile(pages, 0.99))}; the application used ${(spent / 1000 / seconds).toFixed(2)} of a core for both`,
    },
    {
      what: `Sign-ins of ${PEOPLE} people without a pause, with ${PAGES_A_SECOND} pages/s`,
      ours: perSecond(taken.length / seconds),
      baseline: '',
      value: `p95 ${slowest.toFixed(2)} s`,
      budget: `≤ ${SIGN_IN_BUDGET} s`,
      holds: slowest <= SIGN_IN_BUDGET,
      note: `p50 ${(percentile(taken, 0.5) / 1000).toFixed(2)} s; ${busy} were asked to try again`,
    },
  ];
}

/** Customers who can sign in with `PASSWORD`. */
async function peopleWithPasswords(shop: Shop, pool: pg.Pool): Promise<Customer[]> {
  const people = await signInCustomers(pool, shop.secret, { from: 4550, count: PEOPLE });
  const ids = people.map(({ userId }) => userId);
  await pool.query('update users set email_verified = true where id = any($1::uuid[])', [ids]);
  await pool.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), user_id, user_id::text, 'credential', $2 from unnest($1::uuid[]) as people (user_id)
     on conflict (provider_id, account_id) do update set password = excluded.password`,
    [ids, await hashPassword(PASSWORD)],
  );
  return people;
}

/** Everyone signs in repeatedly until `end`, which returns the times, and how many were asked to try again. */
function signIns(origin: string, people: readonly Customer[]) {
  const taken: number[] = [];
  let busy = 0;
  let isOver = false;
  const person = async ({ email }: Customer) => {
    while (!isOver) {
      const started = performance.now();
      const status = await signIn(origin, email);
      if (status === 503) busy += 1;
      else if (status !== 302) throw new Error(`signing in answers ${status}`);
      else taken.push(performance.now() - started);
    }
  };
  const all = Promise.all(people.map(person));
  return {
    end: async () => {
      isOver = true;
      await all;
      return { taken, busy };
    },
  };
}

let addresses = 0;

/** From its own address (Linux has all of 127.0.0.0/8): the limit is twenty sign-ins per address in five minutes. */
function signIn(origin: string, email: string): Promise<number> {
  addresses += 1;
  const localAddress = `127.1.${addresses >> 8}.${addresses & 255}`;
  const body = new URLSearchParams({ email, password: PASSWORD }).toString();
  const headers = {
    Host: new URL(origin).host,
    Origin: origin,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    const asked = { host: '127.0.0.1', port, path: '/login', method: 'POST', headers, localAddress };
    const asking = request({ ...asked, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    asking.on('error', reject);
    asking.end(body);
  });
}
