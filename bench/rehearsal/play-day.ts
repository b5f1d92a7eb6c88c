/**
 * Plays the people of a day, hour by hour: guests and customers who look around, customers who reserve, staff at their
 * boards.
 */
import type pg from 'pg';
import { ageCookie } from '#platform/requests/cookies.ts';
import { atRate } from '../at-rate.ts';
import { type Customer, signInAdmin, signInCustomers } from '../customers.ts';
import { fetchBytes } from '../fetch-bytes.ts';
import { makeOffer, orderForm } from '../offer.ts';
import type { PlannedHour } from './busiest-day.ts';
import type { Answers, RehearsedHour } from './report.ts';

/** Pages that people open for each reservation: most who come buy nothing. */
const GUEST_PAGES = 20;
const CUSTOMER_PAGES = 10;
/** Seconds between two looks of staff at the board. */
const STAFF_EVERY = 2;
/** Customers who take turns. */
const CUSTOMERS = 200;

type Day = { origin: string; secret: string; hours: readonly PlannedHour[] };

/** Numbers of the orders that were confirmed, beside the answers. */
export type Played = { hours: RehearsedHour[]; orders: string[] };

/** Plays one hour after the other. An hour begins when everything of the last one is answered. */
export async function playDay(pool: pg.Pool, { origin, secret, hours }: Day): Promise<Played> {
  const staff = await signInAdmin(pool, secret);
  const customers = await signInCustomers(pool, secret, { from: 0, count: CUSTOMERS });
  if (customers.length === 0) throw new Error('The copy has no customer who may reserve.');
  const offer = await makeOffer(pool);
  const paths = ['/', '/products', '/products?search=og', ...offer.productIds.map((id) => `/products/${id}`)];
  const path = (beat: number) => paths[(beat * 7) % paths.length] ?? '/';
  const customer = (beat: number) => customers[beat % customers.length] as Customer;
  const adult = `${ageCookie.name}=1`;
  const orders: string[] = [];

  const look = (at: string, cookie: string) => answered(() => fetchBytes(origin + at, { cookie }), 200);
  const reserve = async (beat: number) => {
    const buyer = customer(beat);
    const headers = { origin, cookie: buyer.cookie, 'content-type': 'application/x-www-form-urlencoded' };
    let number: string | undefined;
    const time = await answered(async () => {
      const answer = await fetchBytes(`${origin}/checkout`, headers, orderForm(buyer, offer, beat));
      number = /order=([\w-]+)/.exec(String(answer.headers.location))?.[1];
      return answer;
    }, 302);
    if (number !== undefined && time !== null) orders.push(number);
    return time;
  };
  const played: RehearsedHour[] = [];
  for (const { label, ordersThen, ordersPerSecond, seconds } of hours) {
    const [guests, own, reservations, boards] = await Promise.all([
      many(ordersPerSecond * GUEST_PAGES, seconds, (beat) => look(path(beat), adult)),
      many(ordersPerSecond * CUSTOMER_PAGES, seconds, (beat) =>
        look(path(beat), `${adult}; ${customer(beat).cookie}`),
      ),
      many(ordersPerSecond, seconds, reserve),
      many(1 / STAFF_EVERY, seconds, (beat) =>
        look(beat % 3 === 0 ? '/admin/orders' : '/counter', staff.cookie),
      ),
    ]);
    const answers = { guests, customers: own, reservations, staff: boards };
    played.push({ label, ordersThen, answers });
  }
  return { hours: played, orders };
}

/** Milliseconds; null for another status, and for none. */
async function answered(
  ask: () => Promise<{ status: number; lastByte: number }>,
  wanted: number,
): Promise<number | null> {
  const answer = await ask().catch(() => null);
  return answer?.status === wanted ? answer.lastByte : null;
}

async function many(
  rate: number,
  seconds: number,
  ask: (beat: number) => Promise<number | null>,
): Promise<Answers> {
  let failed = 0;
  const times = await atRate(rate, seconds, async (beat) => {
    const time = await ask(beat);
    if (time === null) failed += 1;
    return time ?? Number.NaN;
  });
  return { times: times.filter((time) => !Number.isNaN(time)), failed };
}
