/**
 * Syncs this instance's catalogue index with the database. Changes are read in the background while the old
 * index still serves requests; stock changes are patched in place.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { priceKey } from '#core/goods/discounts/discount.ts';
import {
  forgetOffers,
  haveLimits,
  nextPriceChange,
  pricesAt,
} from '#core/goods/discounts/offers-queries.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { onChange } from '#db/announced-changes.ts';
import { databasePool } from '#db/client.ts';
import { systemClock } from '#kernel/time.ts';
import { log } from '#platform/log.ts';
import { type CatalogueIndex, setInStock } from './catalogue-index.ts';
import { readArrivals, readWholeIndex } from './catalogue-index-queries.server.ts';

let current: CatalogueIndex | null = null;
let reading: Promise<void> | null = null;
/** The next reload, from the announcement that requests it until its index is in use. */
let reloading: Promise<void> | null = null;
let changedWhileReading = false;
let generation = 0;
let afterMove: () => void = () => undefined;
let onPrices: () => void = () => undefined;
const stockToPatch = new Set<number>();
let patching: Promise<void> | null = null;
let haveArrivalsChanged = false;
let readingArrivals: Promise<void> | null = null;

/**
 * How long a request waits for a reload before it uses the old index: enough for thousands of products. If a
 * reload takes longer, waiting would only delay the response.
 */
const PATIENCE_MS = 25;
let lastReadingMs = 0;
let lastReadAt = Number.NEGATIVE_INFINITY;
/**
 * The pause between two reloads, as a multiple of the last reload's duration and at most one second. An
 * import of thousands of products announces a change several times a second; the pause leaves the database to
 * the customers.
 */
const REST_TIMES = 4;
const MOST_REST_MS = 1000;
/** The store-local day and the offers whose prices are in the index. */
let pricedFor: string | null = null;
let nextLook: NodeJS.Timeout | undefined;
const LOOK_AGAIN_MS = 60_000;
/** Milliseconds until a failed reload is retried. */
const RETRY_MS = 1000;

/**
 * Reads the index, and reloads it when prices change by the clock. Calls `onMove` whenever lists may change: a newer
 * index is in use, or a product sold out or came back in stock. Calls `onPrices` when they change by
 * the clock, because pages rendered before are then out of date.
 */
export async function openCatalogueIndex(
  options: { onMove?: () => void; onPrices?: () => void } = {},
): Promise<void> {
  afterMove = options.onMove ?? (() => undefined);
  onPrices = options.onPrices ?? (() => undefined);
  generation += 1;
  stockToPatch.clear();
  haveArrivalsChanged = false;
  const first = readIndex().then((index) => {
    current = index;
  });
  reading = first;
  await first;
  if (reading === first) reading = null;
  await followPrices();
}

/** Counts changes to the catalogue; anything computed under another number is out of date. */
export function catalogueGeneration(): number {
  return generation;
}

onChange(({ table, rows }) => {
  if (table === 'stock') {
    for (const id of rows ?? []) stockToPatch.add(Number(id));
    patching ??= patchStock();
    return;
  }
  generation += 1;
  if (table === 'offers') {
    // Pages note products, not the offers that reach them.
    onPrices();
    void followPrices();
  }
  if (RELOADING.has(table) || (table === 'store_settings' && decidesIndex(rows))) reload();
  else if (table === 'lots') {
    haveArrivalsChanged = true;
    readingArrivals ??= patchArrivals();
  }
});

const RELOADING: ReadonlySet<string> = new Set(['products', 'categories', 'offers', 'everything']);

/** The time zone decides which day it is, the discount settings decide prices, the menu settings the categories' order. */
const decidesIndex = (groups: readonly string[] | null): boolean =>
  groups === null || ['store', 'discounts', 'pricing', 'menu'].some((group) => groups.includes(group));

/**
 * Changes prices with the store's clock, at midnight and to the second at which an offer begins or ends: invalidates the
 * guest pages of before immediately and reloads the index. Checks every minute too, in case the clock was set, the machine
 * slept, or canceled orders gave back units of an offer that was sold out.
 */
export async function followPrices(): Promise<void> {
  clearTimeout(nextLook);
  let wait = LOOK_AGAIN_MS;
  try {
    const now = systemClock();
    const settings = await readSettings();
    if (await haveLimits()) forgetOffers();
    if (pricedFor !== null && pricedFor !== priceKey(await pricesAt(settings, now))) {
      generation += 1;
      onPrices();
      reload();
    }
    const next = await nextPriceChange(settings, now);
    wait = Math.min(wait, Math.max(1, next - now.epochMilliseconds));
  } catch (error) {
    log.warn({ err: error }, 'what prices apply could not be read; it is tried again in a minute');
  }
  clearTimeout(nextLook);
  nextLook = setTimeout(() => void followPrices(), wait).unref();
}

/** The newest index if it arrives in time, otherwise the previous one. */
export async function catalogueIndex(): Promise<CatalogueIndex> {
  if (current === null) {
    reload();
    await reloading;
    if (current === null) throw new Error('the catalogue cannot be read');
    return current;
  }
  if (reloading && lastReadingMs < PATIENCE_MS) {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([reloading, patience]);
    clearTimeout(timer);
  }
  return current;
}

/** The current index, without waiting; null until the first has been read. */
export function catalogueIndexNow(): CatalogueIndex | null {
  return current;
}

/**
 * Resolves when the index includes every change received so far. For tests, and for callers that must see
 * their own change.
 */
export async function catalogueSettled(): Promise<void> {
  while (reloading || patching || readingArrivals) await (reloading ?? patching ?? readingArrivals);
}

function reload(): void {
  changedWhileReading = reading !== null;
  reloading ??= readUntilCurrent().finally(() => {
    reloading = null;
  });
}

async function readUntilCurrent(): Promise<void> {
  do {
    const rest = current === null ? 0 : Math.min(REST_TIMES * lastReadingMs, MOST_REST_MS);
    const wait = lastReadAt + rest - performance.now();
    if (wait > 0) await pause(wait, undefined, { ref: false });
    // The first reading must not end after this one and replace its index.
    await reading?.catch(() => undefined);
    changedWhileReading = false;
    reading = readOnce();
    await reading;
    reading = null;
  } while (changedWhileReading);
}

async function readOnce(): Promise<void> {
  try {
    current = await readIndex();
    generation += 1;
    afterMove();
  } catch (error) {
    log.warn({ err: error }, 'the catalogue could not be read; the index stays as it was');
    changedWhileReading = false;
    if (current !== null) setTimeout(reload, RETRY_MS).unref();
  }
}

/** Writes stock changes into the index, many products per query. */
async function patchStock(): Promise<void> {
  try {
    while (stockToPatch.size > 0) {
      // A reload that started before the sale must not overwrite the patch.
      await reading;
      const ids = [...stockToPatch];
      stockToPatch.clear();
      const { rows } = await databasePool().query<{ id: number; in_stock: boolean }>({
        name: 'catalogue-stock',
        text: 'select product_id as id, on_hand > held as in_stock from product_stock where product_id = any($1::int[])',
        values: [ids],
      });
      let moved = false;
      for (const { id, in_stock } of rows) {
        if (current && setInStock(current, id, in_stock)) moved = true;
      }
      if (moved) afterMove();
    }
  } catch (error) {
    log.warn({ err: error }, 'stock could not be read into the catalogue index');
    reload();
  } finally {
    patching = null;
  }
}

/** Writes into the index which products have the newest lots. */
async function patchArrivals(): Promise<void> {
  try {
    while (haveArrivalsChanged) {
      await reading;
      haveArrivalsChanged = false;
      const patched = current;
      const arrivals = await readArrivals((await storeClock()).today);
      // A reload that ended while they were read has newer ones.
      if (
        current === null ||
        current !== patched ||
        JSON.stringify(arrivals) === JSON.stringify(current.arrivals)
      )
        continue;
      current.arrivals = arrivals;
      afterMove();
    }
  } catch (error) {
    log.warn({ err: error }, 'the newest lots could not be read into the catalogue index');
    reload();
  } finally {
    readingArrivals = null;
  }
}

async function readIndex(): Promise<CatalogueIndex> {
  const began = performance.now();
  const clock = await storeClock();
  const key = priceKey(await pricesAt(await readSettings(), clock.now));
  const index = await readWholeIndex(clock);
  lastReadAt = performance.now();
  lastReadingMs = lastReadAt - began;
  pricedFor = key;
  return index;
}
