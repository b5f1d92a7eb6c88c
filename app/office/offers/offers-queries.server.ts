/** Loads offers for people who may write them: the list, and one with its prices and its report. Money in cents. */

import { and, eq, gt, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import { productNames } from '#core/goods/catalogue/products/find-product-queries.server.ts';
import {
  type OfferInput,
  type OfferState,
  offerBadge,
  offerState,
} from '#core/goods/discounts/offer-rules.ts';
import { type OfferedLine, readOffered } from '#core/goods/discounts/offered-products-queries.server.ts';
import { knownOffer, readOffer, unitsTakenOf } from '#core/goods/discounts/offers-queries.server.ts';
import { termsWords } from '#core/goods/discounts/running-offers.ts';
import { OFFERS_NEED } from '#core/goods/discounts/save-offer.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { lostStatuses } from '#core/sales/orders/order.ts';
import { database } from '#db/client.ts';
import { byMoment, type KeysetPage, readKeysetPage } from '#db/keyset.ts';
import { offers } from '#db/schema/discounts.ts';
import { orderItems, orders } from '#db/schema/orders.ts';
import { asDate, formatDateTime, instantOf, systemClock } from '#kernel/time.ts';
import { offerValues } from './offer-form.ts';
import type { OfferListState } from './offer-list.ts';

export type OfferLine = {
  id: number;
  name: string;
  badge: ReturnType<typeof offerBadge>;
  /** '20% off' */
  price: string;
  starts: string;
  ends: string;
  taken: number;
  mostUnits: number | null;
};

const PAGE = 25;

/** Those that end last come first. null for people who may not. */
export async function readOfferList(
  actor: Actor,
  { filters, sort, position }: OfferListState,
  now = systemClock(),
): Promise<KeysetPage<OfferLine> | null> {
  if (!may(actor, OFFERS_NEED)) return null;
  const { zone } = (await readSettings()).store;
  const page = await readKeysetPage(
    byMoment(offers.endsAt, offers.id, sort.startsWith('-')),
    position,
    PAGE,
    ({ where, orderBy, limit, key }) =>
      database()
        .select({ offer: offers, taken: unitsTakenOf(sql`offers.id`), key })
        .from(offers)
        .where(and(where, filters.state ? inState(filters.state as OfferState, now) : undefined))
        .orderBy(...orderBy)
        .limit(limit),
  );
  return {
    ...page,
    rows: page.rows.map(({ offer, taken }) => ({
      ...{ id: offer.id, name: offer.name, taken, mostUnits: offer.mostUnits, price: termsWords(offer) },
      badge: offerBadge(knownOffer(offer, 0), now.epochMilliseconds, zone),
      starts: formatDateTime(instantOf(offer.startsAt), zone),
      ends: formatDateTime(instantOf(offer.endedAt ?? offer.endsAt), zone),
    })),
  };
}

/** The same as `offerState`. */
function inState(state: OfferState, now: Temporal.Instant): SQL | undefined {
  const at = asDate(now);
  if (state === 'ended') return or(lte(offers.endsAt, at), isNotNull(offers.endedAt));
  const open = and(isNull(offers.endedAt), gt(offers.endsAt, at));
  return and(open, state === 'running' ? lte(offers.startsAt, at) : gt(offers.startsAt, at));
}

/**
 * What was sold under an offer; canceled and missed orders are not counted. `margin` is before tax, of units with a
 * known cost.
 */
export type OfferReport = {
  orders: number;
  persons: number;
  units: number;
  sales: number;
  givenAway: number;
  cost: number;
  /** Units whose wholesale price was not known. */
  withoutCost: number;
  /** Units reserved and sold now, as the limit counts them. */
  taken: number;
};

export type OfferView = {
  id: number;
  version: number;
  state: OfferState;
  badge: OfferLine['badge'];
  offer: OfferInput;
  values: Record<string, string>;
  price: string;
  /** '2 or more of Flower, Kestrel Moon', for each part. */
  together: string[];
  starts: string;
  ends: string;
  /** Whether its time has not passed, so that it can be started again. */
  canStart: boolean;
  lines: OfferedLine[];
  report: OfferReport;
  /** Whether the store gives discounts at all. */
  isOn: boolean;
};

/** null if there is none, and for people who may not. */
export async function readOfferView(
  actor: Actor,
  text: string | undefined,
  now = systemClock(),
): Promise<OfferView | null> {
  if (!may(actor, OFFERS_NEED) || !text || !/^\d{1,9}$/.test(text)) return null;
  const row = await readOffer(database(), Number(text));
  if (!row) return null;
  const { store, pricing, discounts } = await readSettings();
  const offer = { ...knownOffer(row, 0), hours: row.hours };
  const input: OfferInput = {
    ...{ name: offer.name, terms: offer.terms, kind: offer.kind, amount: offer.amount },
    ...{ startsAt: offer.startsAt, endsAt: offer.endsAt, hours: offer.hours, parts: row.parts },
    ...{ mostPerPerson: offer.mostPerPerson, mostUnits: offer.mostUnits },
  };
  const names = await productNames(row.parts.flatMap(({ products }) => products));
  const [lines, report, categories] = await Promise.all([
    readOffered(database(), input, pricing),
    readReport(row.id),
    readCategories(),
  ]);
  const shelves = new Map(categories.map(({ id, name }) => [id, name]));
  return {
    ...{ id: row.id, version: row.version, offer: input, lines, report, isOn: discounts.enabled },
    state: offerState(offer, now.epochMilliseconds),
    badge: offerBadge(offer, now.epochMilliseconds, store.zone),
    values: offerValues(input, names, store.zone),
    price: termsWords(row),
    together: row.parts.map((part) => partWords(part, shelves, names)),
    starts: formatDateTime(instantOf(row.startsAt), store.zone),
    ends: formatDateTime(instantOf(row.endedAt ?? row.endsAt), store.zone),
    canStart: row.endedAt !== null && row.endsAt > asDate(now),
  };
}

/** More names say nothing new: the prices below list them all. */
const NAMED = 3;

function partWords(
  { products, categories, units }: OfferInput['parts'][number],
  shelves: ReadonlyMap<number, string>,
  names: ReadonlyMap<number, string>,
): string {
  const all = [
    ...categories.map((id) => shelves.get(id) ?? 'a deleted category'),
    ...products.map((id) => names.get(id) ?? `product ${id}`),
  ];
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
  return `${units} or more of ${all.slice(0, NAMED).join(', ')}${more}`;
}

async function readReport(id: number): Promise<OfferReport> {
  const sum = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)::float8`;
  const [row] = await database()
    .select({
      orders: sql<number>`count(distinct ${orders.id})::int`,
      persons: sql<number>`count(distinct ${orders.userId})::int`,
      units: sum(sql`${orderItems.quantity}`),
      sales: sum(sql`${orderItems.amount}`),
      givenAway: sum(sql`${orderItems.unitDiscount} * ${orderItems.quantity}`),
      cost: sum(sql`${orderItems.unitCost} * ${orderItems.quantity}`),
      withoutCost: sum(sql`case when ${orderItems.unitCost} is null then ${orderItems.quantity} else 0 end`),
      taken: sql<number>`${unitsTakenOf(sql`${id}::int`)}`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.offerId, id), notInArray(orders.status, [...lostStatuses])));
  const none = { orders: 0, persons: 0, units: 0, sales: 0, givenAway: 0, cost: 0, withoutCost: 0, taken: 0 };
  return row ?? none;
}
