/** Generates the lots of a demo product: today's, and the sold-out ones before them. */
import type { DemoCalendar } from './demo-calendar.ts';
import { type DemoLot, type DemoProduct, demoCategories } from './demo-catalogue.ts';

/** A batch lasts about this many days until the next one arrives. */
const DAYS_PER_BATCH = 32;

/** The demo's first order is younger than this many days. */
const HISTORY_DAYS = 100;

/** A lot and when it was received. */
export type Batch = DemoLot & {
  productId: number;
  receivedAt: Date;
  /** Whether the catalogue lists it; the others are the earlier, sold-out batches. */
  isCurrent: boolean;
  /** Where it is in the store: a letter for the category, a number for the board. */
  shelfPlace: string;
};

/**
 * The catalogue's lots and, if the product is older, the sold-out batches before them, oldest first. All were received
 * on the day they were packaged, none before the product was listed.
 * @param listedDaysAgo whole days since the product was listed, at least the age of its oldest lot.
 */
export function batchesOf(
  product: DemoProduct,
  productId: number,
  listedDaysAgo: number,
  calendar: DemoCalendar,
): Batch[] {
  const current = product.lots
    .toSorted((left, right) => right.packagedDaysAgo - left.packagedDaysAgo)
    .map((lot) => ({ ...lot, isCurrent: true }));
  const [oldest] = current;
  if (!oldest) return [];
  const earlier: typeof current = [];
  let daysAgo = oldest.packagedDaysAgo;
  for (let back = 1; daysAgo < HISTORY_DAYS && daysAgo + DAYS_PER_BATCH < listedDaysAgo; back++) {
    daysAgo += DAYS_PER_BATCH;
    const shift = daysAgo - oldest.packagedDaysAgo;
    earlier.unshift({
      ...oldest,
      isCurrent: false,
      onHand: 0,
      batchNumber: `${oldest.batchNumber}-P${back}`,
      packageTag: oldest.packageTag && `${oldest.packageTag.slice(0, -3)}9${String(back).padStart(2, '0')}`,
      coaNumber: oldest.coaNumber && `${oldest.coaNumber}-P${back}`,
      packagedDaysAgo: daysAgo,
      harvestedDaysAgo: oldest.harvestedDaysAgo === null ? null : oldest.harvestedDaysAgo + shift,
      expiresInDays: oldest.expiresInDays === null ? null : Math.max(oldest.expiresInDays - shift, 30),
    });
  }
  return [...earlier, ...current].map((lot) => ({
    ...lot,
    productId,
    shelfPlace: shelfPlaceOf(product, productId),
    receivedAt: calendar.momentOf(lot.packagedDaysAgo),
  }));
}

const BOARDS = 9;

function shelfPlaceOf({ category }: DemoProduct, productId: number): string {
  const shelf = demoCategories.findIndex(({ slug }) => slug === category);
  return `${String.fromCharCode(65 + shelf)}${1 + (productId % BOARDS)}`;
}
