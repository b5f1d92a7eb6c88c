/** Generates three months of orders: who bought what, how each ended, and its effect on stock. */

import type { ComplianceSettings } from '#core/ground/settings/settings.ts';
import { checkLimits, NO_USAGE } from '#core/sales/compliance/purchase-limits.ts';
import type { TaxRule } from '#core/sales/compliance/tax.ts';
import { hasEnded } from '#core/sales/orders/order.ts';
import { type Quote, quote } from '#core/sales/orders/quote.ts';
import { isOfAge } from '#kernel/age.ts';
import { cents } from '#kernel/money.ts';
import {
  type OrderStatus,
  openOrderStatuses,
  type PaymentStatus,
  type ReservationStatus,
} from '#kernel/statuses.ts';
import { parseDate } from '#kernel/time.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { ShelvedProduct } from './demo-store.ts';
import type { Visit } from './demo-visits.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Open orders leave at least this many units available, so that a product's label matches the catalogue. */
const LEFT_ON_SHELF = 10;

/** The past orders' final statuses for the customer who can sign in, oldest first … */
const CUSTOMERS_PAST = [
  'completed',
  'cancelled',
  'completed',
  'completed',
  'no_show',
  'completed',
  'completed',
] as const satisfies readonly OrderStatus[];

/** … and the current statuses of their upcoming orders. */
const CUSTOMERS_AHEAD = openOrderStatuses.toReversed();

/** The demo customer's upcoming orders are small, so that the limits leave room to try the shop. */
const MODEST_MG = 3_600;

/** One product line; money as the quote computed it. */
export type DemoLine = {
  product: ShelvedProduct;
  reservationId: string;
  money: Quote['lines'][number];
};

/** An order as it is today, without its earlier steps. */
export type DemoOrder = {
  id: string;
  number: number;
  person: DemoPerson;
  visit: Visit;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  reservationStatus: ReservationStatus;
  /** When it ended; for a live order, when it was placed. */
  endedAt: Date;
  lines: DemoLine[];
  money: Quote;
};

export type OrderWorld = {
  random: Random;
  now: Date;
  menu: readonly ShelvedProduct[];
  people: DemoPeople;
  taxRules: readonly TaxRule[];
  compliance: ComplianceSettings;
};

/** One order per visit, if a customer is available; numbered in the order they were placed. */
export function inventOrders(world: OrderWorld, visits: readonly Visit[]): DemoOrder[] {
  const { random, now, people } = world;
  const shop = shopFor(world);
  const couldCome = regularsOf(world, visits);
  const busy = new Map<string, Set<DemoPerson>>();
  const customersVisits = chooseCustomersVisits(visits, people.customer, now);
  const orders: DemoOrder[] = [];
  for (const visit of visits) {
    const that = visit.day.toString();
    const there = busy.get(that) ?? new Set();
    const given = customersVisits.get(visit);
    const person = given ? people.customer : random.pick(couldCome(visit, there));
    busy.set(that, there.add(person));
    const status = given ?? statusOf(random, visit, now);
    const live = !hasEnded(status);
    const lines = shop(visit, live, given !== undefined && live);
    const money = quote(
      lines.map(({ product, quantity }) => ({
        taxClass: product.taxClass,
        unitPrice: cents(product.retailCents),
        quantity,
      })),
      world.taxRules,
      visit.orderedOn,
    );
    orders.push({
      id: random.idAt(visit.orderedAt),
      number: orders.length + 1,
      person,
      visit,
      status,
      paymentStatus: status === 'completed' ? 'paid' : 'pay_on_pickup',
      reservationStatus: status === 'completed' ? 'fulfilled' : live ? 'reserved' : 'cancelled',
      endedAt: endOf(random, visit, status, now),
      lines: lines.flatMap(({ product }, index) => {
        const line = money.lines[index];
        return line ? [{ product, reservationId: random.idAt(visit.orderedAt), money: line }] : [];
      }),
      money,
    });
  }
  return orders;
}

/** The demo customer comes every few weeks, and has an order in every status. */
function chooseCustomersVisits(
  visits: readonly Visit[],
  customer: DemoPerson,
  now: Date,
): Map<Visit, OrderStatus> {
  const past = visits.filter(
    ({ orderedAt, endsAt }) => orderedAt > customer.joinedAt && endsAt.getTime() < now.getTime() - 2 * DAY,
  );
  const ahead = visits
    .filter(({ startsAt }) => startsAt.getTime() > now.getTime() + 2 * HOUR)
    .toSorted((left, right) => left.startsAt.getTime() - right.startsAt.getTime());
  return new Map([...spread(past, CUSTOMERS_PAST), ...spread(ahead, CUSTOMERS_AHEAD)]);
}

/** One visit per status, spread evenly over all visits. */
function spread(visits: readonly Visit[], statuses: readonly OrderStatus[]): [Visit, OrderStatus][] {
  return statuses.flatMap((status, index): [Visit, OrderStatus][] => {
    const visit = visits[Math.floor(((index + 0.5) / statuses.length) * visits.length)];
    return visit ? [[visit, status]] : [];
  });
}

/**
 * Finds customers who are old enough and not rejected by staff, had joined by then, and have no other visit that day.
 */
function regularsOf({ people }: OrderWorld, [first]: readonly Visit[]) {
  const regulars = people.others.flatMap((person) => {
    const birth = person.birthDate ? parseDate(person.birthDate) : null;
    if (birth === null || person.ageDecision === false || person.isBanned) return [];
    // A customer of age at the first visit is of age at every later one; checking a thousand times would take a second.
    const wasOfAge = first !== undefined && isOfAge(birth, first.orderedOn);
    return [{ person, birth, joined: person.joinedAt.getTime(), wasOfAge }];
  });
  return ({ orderedAt, day }: Visit, there: ReadonlySet<DemoPerson>): DemoPerson[] => {
    const ordered = orderedAt.getTime();
    return regulars
      .filter(
        ({ person, birth, joined, wasOfAge }) =>
          joined < ordered && !there.has(person) && (wasOfAge || isOfAge(birth, day)),
      )
      .map(({ person }) => person);
  };
}

function statusOf(random: Random, visit: Visit, now: Date): OrderStatus {
  const until = visit.startsAt.getTime() - now.getTime();
  if (visit.endsAt <= now) {
    return random.weighted(['completed', 'cancelled', 'no_show'] as const, (status) =>
      status === 'completed' ? 88 : status === 'cancelled' ? 8 : 4,
    );
  }
  if (random.chance(0.05)) return 'cancelled';
  if (until < HOUR) return 'ready';
  if (until < 3 * HOUR) return random.pick(['packing', 'ready']);
  if (until < DAY) return random.pick(['confirmed', 'confirmed', 'packing']);
  return random.pick(['pending', 'confirmed', 'pending']);
}

function endOf(random: Random, { orderedAt, startsAt, endsAt }: Visit, status: OrderStatus, now: Date): Date {
  const between = (from: number, to: number) =>
    new Date(Math.min(random.between(from, Math.max(from, to)), now.getTime()));
  switch (status) {
    case 'completed':
      return between(startsAt.getTime() + 2 * MINUTE, endsAt.getTime() - MINUTE);
    case 'no_show':
      return between(endsAt.getTime() + HOUR, endsAt.getTime() + 3 * HOUR);
    case 'cancelled':
      return between(orderedAt.getTime() + MINUTE, Math.min(startsAt.getTime(), now.getTime()));
    default:
      return orderedAt;
  }
}

type Pick = { product: ShelvedProduct; quantity: number };

/** Fills baskets: favorites sell more, no one exceeds the limit, and scarce products stay on the shelf. */
function shopFor({ random, menu, compliance }: OrderWorld) {
  const favour = new Map(
    menu.map((product) => [
      product.id,
      (product.productType === 'cannabis' ? 3 : 1) * (0.3 + random.next() ** 2 * 3),
    ]),
  );
  const spare = new Map(
    menu.map(({ id, lots }) => [id, lots.reduce((sum, { onHand }) => sum + onHand, -LEFT_ON_SHELF)]),
  );
  const modest = menu.filter(({ limitMg }) => (limitMg ?? 0) <= MODEST_MG);
  return (visit: Visit, live: boolean, isModest: boolean): Pick[] => {
    const wanted = random.weighted(
      isModest ? [1, 2] : [1, 2, 3, 4],
      (lines) => [0, 38, 34, 19, 9][lines] ?? 0,
    );
    const picks: Pick[] = [];
    for (let attempt = 0; picks.length < wanted && attempt < 12; attempt++) {
      const product = random.weighted(isModest ? modest : menu, ({ id }) => favour.get(id) ?? 0);
      const quantity = isModest ? 1 : random.weighted([1, 2, 3], (units) => [0, 78, 18, 4][units] ?? 0);
      const isThere = product.firstReceivedAt <= visit.orderedAt;
      const isTwice = picks.some((pick) => pick.product === product);
      const isShort = live && (spare.get(product.id) ?? 0) < quantity;
      const basket = [...picks, { product, quantity }];
      if (!isThere || isTwice || isShort || !checkLimits(basket.map(limited), NO_USAGE, compliance).ok)
        continue;
      if (live) spare.set(product.id, (spare.get(product.id) ?? 0) - quantity);
      picks.push({ product, quantity });
    }
    if (picks.length === 0) throw new Error('a visitor found nothing in the demo store');
    return picks;
  };
}

const limited = ({ product, quantity }: Pick) => ({
  name: product.name,
  quantity,
  productType: product.productType,
  limitCategory: product.limitCategory,
  limitMg: product.limitMg,
});
