/**
 * Reads offers: for pages from memory, until a change of one is announced; for a sale in its transaction. What runs at a
 * moment follows from them and the clock.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Settings } from '#core/ground/settings/settings.ts';
import { remember } from '#db/announced-changes.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { offers } from '#db/schema/discounts.ts';
import { pickupReservations } from '#db/schema/orders.ts';
import { statement } from '#db/statement.ts';
import { startOfDay, storeDate } from '#kernel/time.ts';
import { noteShownUntil } from '#platform/pages/shown.ts';
import { type PriceDay, priceDay, type RunningOffer } from './discount.ts';
import { endOf, lastEnd, nextTurn, type OfferTimes, windowAt } from './offer-hours.ts';
import { NAMED_MOST } from './running-offers.ts';

type Row = typeof offers.$inferSelect;

/** A stored offer; `taken` are the units sold and reserved under it, if it has a limit for all. */
export type KnownOffer = Omit<RunningOffer, 'left' | 'until' | 'untilText'> &
  OfferTimes & { mostUnits: number | null; taken: number };

/** Units sold and reserved under an offer; without those of canceled orders. */
export const unitsTakenOf = (offerId: SQL) => sql<number>`(
  select coalesce(sum(quantity), 0)::int from ${pickupReservations} as held
  where held.offer_id = ${offerId} and held.status <> 'cancelled')`;

/** The same of a row of `offers`; 0 without a limit for all, which needs no count. */
export const takenOfLimit = sql<number>`case when most_units is null then 0 else ${unitsTakenOf(sql`offers.id`)} end`;

/** Of things together, the names of what is in each part and on sale; one more than is shown, so that 'others' is known. */
const names = sql`case when jsonb_array_length(parts) > 1 then (
  select jsonb_agg((
    select coalesce(jsonb_agg(found.name order by found.place, found.name), '[]') from (
      select 0 as place, name from categories
      where off_menu_since is null and part -> 'categories' @> to_jsonb(id)
      union all
      select 1, name from products
      where archived_at is null and for_sale
        and id in (select value::int from jsonb_array_elements_text(part -> 'products'))
      order by 1, 2 limit ${sql.raw(String(NAMED_MOST + 1))}
    ) as found) order by place)
  from jsonb_array_elements(parts) with ordinality as each (part, place)) end`;

/**
 * Whole milliseconds, as a row of the query builder has them: a microsecond in one row would fail every page with a
 * price.
 */
const milliseconds = (column: string) =>
  sql`floor(extract(epoch from ${sql.identifier(column)}) * 1000)::float8`;

const columns = sql`
  id, name, terms, kind, amount, parts, ${names} as names, hours, most_per_person as "mostPerPerson", most_units as "mostUnits",
    ${milliseconds('starts_at')} as "startsAt", ${milliseconds('ends_at')} as "endsAt",
    ${milliseconds('ended_at')} as "endedAt", ${takenOfLimit} as taken`;

/** Every offer that runs or will run (`MOST_OFFERS`), and those that ended last. */
const readRecent = statement<KnownOffer>(sql`
  select ${columns} from ${offers} order by ends_at desc, id limit 300`);

const isOpen = sql`ends_at > ${sql.placeholder('since')}::timestamptz order by ends_at desc, id`;
const readOpen = statement<KnownOffer>(sql`select ${columns} from ${offers} where ${isOpen}`);

/** An offer that runs, is to come or ended within a day, as a sale finds it: which version, and units taken. */
export type OfferMark = { id: number; version: string; taken: number };
const readMarks = statement<OfferMark>(sql`
  select id, version || ' ' || updated_at as version, ${takenOfLimit} as taken from ${offers} where ${isOpen}`);

const aDayBefore = (now: Temporal.Instant) => ({ since: now.subtract({ hours: 25 }).toString() });

/** For `pricesOfSale`. @param now the sale's moment */
export const readOfferMarks = (tx: Transaction, now: Temporal.Instant): Promise<OfferMark[]> =>
  readMarks(tx, aDayBefore(now));

/** The offers that the sale before had, by their versions: reading a hundred of them takes longer than the sale. */
let ofSale: { versions: string; known: readonly KnownOffer[] } = { versions: '', known: [] };

/** The prices of a sale in its transaction, in which no offer changes. @param marks as it reads them */
export async function pricesOfSale(
  tx: Transaction,
  marks: readonly OfferMark[],
  settings: PriceSettings,
  now: Temporal.Instant,
): Promise<PriceDay> {
  const versions = marks.map(({ id, version }) => `${id} ${version}`).join(', ');
  if (ofSale.versions !== versions) ofSale = { versions, known: await readOpen(tx, aDayBefore(now)) };
  const { known } = ofSale;
  const { on } = timed(known, settings, now);
  const takenNow = new Map(marks.map((mark) => [mark.id, mark.taken]));
  const isSame = known.every(
    ({ id, mostUnits, taken: then }) => mostUnits === null || takenNow.get(id) === then,
  );
  if (isSame || !on.running) return on;
  const most = new Map(known.map(({ id, mostUnits }) => [id, mostUnits]));
  const withLeft = (offer: RunningOffer): RunningOffer => ({
    ...offer,
    left: leftOf(most.get(offer.id) ?? null, takenNow.get(offer.id) ?? 0),
  });
  const { offers: running, ended } = on.running;
  return { ...on, running: { ...on.running, offers: running.map(withLeft), ended: ended.map(withLeft) } };
}

const leftOf = (mostUnits: number | null, units: number): number | null =>
  mostUnits === null ? null : Math.max(0, mostUnits - units);

/** A row as the rules read it. */
export function knownOffer(row: Row, taken: number): KnownOffer {
  const { id, name, terms, kind, amount, parts, hours, mostPerPerson, mostUnits } = row;
  return {
    ...{ id, name, terms, kind, amount, parts, hours, mostPerPerson, mostUnits, taken },
    startsAt: row.startsAt.getTime(),
    endsAt: row.endsAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  };
}

/** One offer, read in a transaction that has its row; null if there is none. */
export async function readOffer(from: Database | Transaction, id: number): Promise<Row | null> {
  const [row] = await from.select().from(offers).where(eq(offers.id, id));
  return row ?? null;
}

// Products and categories for their names.
const cache = remember(() => readRecent(database()), { tables: ['offers', 'products', 'categories'] });

/** For the command that saved one, and for the units that canceled orders released. */
export function forgetOffers(): void {
  ofSale = { versions: '', known: [] };
  cache.invalidate();
}

type PriceSettings = Pick<Settings, 'store' | 'discounts' | 'pricing'>;

/** The prices of a moment, from memory: what pages show. A cached page notes when they change. */
export async function pricesAt(settings: PriceSettings, now: Temporal.Instant): Promise<PriceDay> {
  const { on, until } = timed(await cache.read(), settings, now);
  noteShownUntil(until);
  return on;
}

type Timed = { from: number; until: number; on: PriceDay };

/** The prices last computed for these offers, which hold until the next turn. */
const computed = new WeakMap<readonly KnownOffer[], Timed & PriceSettings>();

function timed(known: readonly KnownOffer[], settings: PriceSettings, now: Temporal.Instant): Timed {
  const at = now.epochMilliseconds;
  const { store, discounts, pricing } = settings;
  const last = computed.get(known);
  if (
    last &&
    last.store === store &&
    last.discounts === discounts &&
    last.pricing === pricing &&
    last.from <= at &&
    at < last.until
  )
    return last;
  const made = { ...compute(known, settings, now), from: at, store, discounts, pricing };
  computed.set(known, made);
  return made;
}

function compute(known: readonly KnownOffer[], settings: PriceSettings, now: Temporal.Instant) {
  const { zone } = settings.store;
  const at = now.epochMilliseconds;
  const day = priceDay(settings, storeDate(now, zone));
  const running = known.flatMap((offer) => {
    const window = windowAt(offer, at, zone);
    return window ? [runningOffer(offer, endOf(window.until, at, zone))] : [];
  });
  const ended = known
    .flatMap((offer) => {
      const end = lastEnd(offer, at, zone);
      return end === null ? [] : [{ offer, end }];
    })
    // The one that ended last is the one that a shopper has seen.
    .sort((one, other) => other.end - one.end)
    .map(({ offer, end }) => runningOffer(offer, endOf(end, at, zone)));
  const turns = known.map((offer) => nextTurn(offer, at, zone) ?? Number.POSITIVE_INFINITY);
  const midnight = startOfDay(storeDate(now, zone).add({ days: 1 }), zone).epochMilliseconds;
  const on: PriceDay =
    running.length + ended.length === 0
      ? day
      : { ...day, running: { offers: running, ended, pricing: settings.pricing } };
  return { on, until: Math.min(midnight, ...turns) };
}

function runningOffer(offer: KnownOffer, end: { until: string; untilText: string }): RunningOffer {
  const { id, name, terms, kind, amount, parts, names, mostPerPerson } = offer;
  return {
    ...{ id, name, terms, kind, amount, parts, names, mostPerPerson },
    left: leftOf(offer.mostUnits, offer.taken),
    ...end,
  };
}

/**
 * When the store's prices next change by themselves, in milliseconds since 1970: at midnight, or as an offer begins or
 * ends.
 */
export const nextPriceChange = async (settings: PriceSettings, now: Temporal.Instant): Promise<number> =>
  timed(await cache.read(), settings, now).until;

/** Whether an offer has a limit for all: orders that are canceled give units back without an announcement. */
export const haveLimits = async (): Promise<boolean> =>
  (await cache.read()).some(({ mostUnits }) => mostUnits !== null);
