/** Loads the price list behind the header's Pricing link: the owner's upload, or one made from the catalogue. */
import { createHash } from 'node:crypto';
import { type DiscountRow, discountColumns, offerOfRow } from '#core/goods/catalogue/card-row.ts';
import { catalogueGeneration, catalogueIndex } from '#core/goods/catalogue/catalogue-index.server.ts';
import { pricesAt } from '#core/goods/discounts/offers-queries.server.ts';
import { addressOf } from '#core/ground/settings/contact.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type PostedWeek, postedWeek } from '#core/sales/pickup/posted-week.ts';
import { remember } from '#db/announced-changes.ts';
import { databasePool } from '#db/client.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDate, storeDate, systemClock } from '#kernel/time.ts';
import { files } from '#platform/files/files.ts';
import { drawPriceList } from './draw-price-list.server.ts';
import type { PriceList, PriceShelf } from './price-list.ts';

/** The menu copy is for small screens and limited storage. */
const COPIED_AT_MOST = 200;

/** The most products a list has; above that it says how many more the shop has. */
const LISTED_AT_MOST = 2000;

/** Both are loaded again for another state of the menu. */
const menuCopy = remember(() => collectPriceList(COPIED_AT_MOST), { tables: [] });
const priceList = remember(() => collectPriceList(LISTED_AT_MOST).then(drawPriceList).then(named), {
  tables: [],
});

/** The PDF, and an ETag that changes with its content. */
export type PriceListFile = { body: ReadableStream<Uint8Array> | Buffer; tag: string };

export async function readPriceList(): Promise<PriceListFile> {
  const { store } = await readSettings();
  const { priceListKey } = store;
  const uploaded = priceListKey === null ? null : await files().get(priceListKey);
  // Its name is a hash of its content.
  if (priceListKey !== null && uploaded) return { body: uploaded.body, tag: priceListKey };
  // Rendered once per catalogue version and day, because it carries the date.
  return priceList.read(stateOfMenu(store.zone));
}

/** Changes with the catalogue and the day. */
const stateOfMenu = (zone: string) => `${catalogueGeneration()} ${storeDate(systemClock(), zone)}`;

/** The menu as a list and when the farm is open, which browsers save to show them offline. */
export async function readMenuCopy(): Promise<PriceList & { hours: PostedWeek }> {
  const { store, pickup } = await readSettings();
  const menu = await menuCopy.read(stateOfMenu(store.zone));
  const hours = postedWeek(pickup, storeDate(systemClock(), store.zone));
  return { ...menu, address: addressOf(store), phone: store.phone, hours };
}

function named(body: Buffer): PriceListFile {
  return { body, tag: createHash('sha256').update(body).digest('base64url') };
}

async function collectPriceList(atMost: number): Promise<PriceList> {
  const [settings, { categories, size }] = await Promise.all([readSettings(), catalogueIndex()]);
  const { rows } = await databasePool().query<
    DiscountRow & { shelf: string; name: string; size: string | null }
  >({
    name: 'catalogue-price-list',
    values: [atMost, categories.map(({ id }) => id)],
    text: `select c.name as shelf, p.name, p.size, ${discountColumns}
        from products p join categories c on c.id = p.category_id
        where p.for_sale and p.archived_at is null
        order by array_position($2::int[], c.id), lower(p.name), p.id limit $1`,
  });
  const { store, warnings } = settings;
  const now = systemClock();
  const today = storeDate(now, store.zone);
  const on = await pricesAt(settings, now);
  const shelves: PriceShelf[] = [];
  for (const row of rows) {
    if (shelves.at(-1)?.name !== row.shelf) shelves.push({ name: row.shelf, lines: [] });
    const list = formatCents(cents(row.retail_price));
    const offer = offerOfRow(row, on);
    shelves.at(-1)?.lines.push({
      name: row.name,
      size: row.size,
      price: offer ? formatCents(offer.price) : list,
      offer: offer && `List price ${list}; until ${offer.untilText}. ${offer.terms}`,
    });
  }
  return {
    store: store.name,
    address: addressOf(store),
    phone: store.phone,
    licenseNumber: store.licenseNumber,
    date: formatDate(today),
    warning: warnings.current,
    shelves,
    leftOut: Math.max(0, size - rows.length),
  };
}
