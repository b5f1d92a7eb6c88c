/**
 * Keeps this instance's catalogue index in step with the database. A change is read in the background
 * while the old index goes on answering; a change of stock is patched in place.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { storeClock } from '#core/settings/store-clock.server.ts';
import { databasePool } from '#db/client.ts';
import { startOfDay } from '#kernel/time.ts';
import { log } from '#platform/log.ts';
import { type CatalogueIndex, setInStock } from './catalogue-index.ts';
import { readArrivals, readWholeIndex } from './catalogue-index-queries.server.ts';

let current: CatalogueIndex | null = null;
let reading: Promise<void> | null = null;
/** The next reading, from the announcement that asks for it until its index has taken its place. */
let reloading: Promise<void> | null = null;
let changedWhileReading = false;
let generation = 0;
let afterMove: () => void = () => undefined;
let onNewDay: () => void = () => undefined;
const stockToPatch = new Set<number>();
let patching: Promise<void> | null = null;
let haveArrivalsChanged = false;
let readingArrivals: Promise<void> | null = null;

/**
 * How long a request waits for an index that is being read before it takes the old one: enough for thousands of
 * products. Where reading takes longer than that, waiting would only make the answer late.
 */
const PATIENCE_MS = 25;
let lastReadingMs = 0;
let lastReadAt = Number.NEGATIVE_INFINITY;
/**
 * Between two readings, so that an import of thousands of products, which announces a change several times a second,
 * leaves the database to the customers: so many times as long as the last reading took, and never more than a second.
 */
const REST_TIMES = 4;
const MOST_REST_MS = 1000;
/** The store-local day whose prices the index holds. */
let pricedFor: string | null = null;
let nextLook: NodeJS.Timeout | undefined;
const LOOK_AGAIN_MS = 60_000;
/** Until a failed reading is tried again. */
const RETRY_MS = 1000;

/**
 * Reads the index, and follows the day. `onMove` is called whenever lists may come out otherwise than before: a newer
 * index has taken its place, or something has sold out or come in again. `onNewDay` when the day changes, which pages
 * rendered before do not outlive.
 */
export async function openCatalogueIndex(
  options: { onMove?: () => void; onNewDay?: () => void } = {},
): Promise<void> {
  afterMove = options.onMove ?? (() => undefined);
  onNewDay = options.onNewDay ?? (() => undefined);
  generation += 1;
  stockToPatch.clear();
  haveArrivalsChanged = false;
  current = await readIndex();
  await followDay();
}

/** Counts changes of the catalogue; what was computed under another number is out of date. */
export function catalogueGeneration(): number {
  return generation;
}

/** What the database says has changed: a table, with or without ':' and its rows, 'stock:<product id>', or 'everything'. */
export function hearCatalogueChange(payload: string): void {
  const stock = /^stock:(\d{1,10})$/.exec(payload);
  if (stock) {
    stockToPatch.add(Number(stock[1]));
    patching ??= patchStock();
    return;
  }
  generation += 1;
  if (RELOADING.has(payload.split(':')[0] ?? '') || reloadingSettings.test(payload)) reload();
  else if (/^lots(?:$|:)/.test(payload)) {
    haveArrivalsChanged = true;
    readingArrivals ??= patchArrivals();
  }
}

const RELOADING: ReadonlySet<string> = new Set(['products', 'categories', 'everything']);

/** The zone says which day it is, and whether discounts count decides about prices. */
const reloadingSettings = /^store_settings(?:$|:.*\b(?:store|discounts)\b)/;

/**
 * Sees to it that prices change with the store's day: guests' pages of the day before go at once, and the index is
 * read anew. Looks again at midnight, and every minute, in case a clock was set or a machine has slept.
 */
export async function followDay(): Promise<void> {
  clearTimeout(nextLook);
  let wait = LOOK_AGAIN_MS;
  try {
    const { now, zone, today } = await storeClock();
    if (pricedFor !== null && pricedFor !== today.toString()) {
      generation += 1;
      onNewDay();
      reload();
    }
    const midnight = startOfDay(today.add({ days: 1 }), zone);
    wait = Math.min(wait, Math.max(1, midnight.epochMilliseconds - now.epochMilliseconds));
  } catch (error) {
    log.warn({ err: error }, 'which day it is could not be read; it is tried again in a minute');
  }
  nextLook = setTimeout(() => void followDay(), wait).unref();
}

/** The index: the newest if it arrives at once, else the one before. */
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

/** The index as it stands, without waiting; null before the first has been read. */
export function catalogueIndexNow(): CatalogueIndex | null {
  return current;
}

/** Resolves when everything heard so far is in the index. For tests and for whoever must see their own change. */
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

/** Writes what is in stock into the index, many products in one query. */
async function patchStock(): Promise<void> {
  try {
    while (stockToPatch.size > 0) {
      // A reading that began before the sale must not overwrite what is patched.
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
      const arrivals = await readArrivals((await storeClock()).today);
      if (current === null || JSON.stringify(arrivals) === JSON.stringify(current.arrivals)) continue;
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
  const index = await readWholeIndex(clock);
  lastReadAt = performance.now();
  lastReadingMs = lastReadAt - began;
  pricedFor = clock.today.toString();
  return index;
}
