/**
 * What running offers do to prices. A unit has one lower price, the lowest: of the offers that reach its product and of the
 * product's own discount, never two together. An offer never takes a price below the legal floor: of a product that it
 * would, it is left out (docs/decisions/0139-offers-run-by-the-stores-clock.md).
 */

import type { PricingSettings } from '#core/ground/settings/settings.ts';
import { type Cents, cents, formatCents } from '#kernel/money.ts';
import type { Offer, PriceDay, Running, RunningOffer, StoredDiscount } from './discount.ts';
import { offerOf } from './offer.ts';
import { priceFloor } from './price-guard.ts';

/** What an offer needs to know of a product. Prices in cents. */
export type OfferedProduct = {
  productId: number;
  categoryId: number;
  productType: string;
  retailPrice: number;
  wholesalePrice: number;
};

export type PricedProduct = OfferedProduct & StoredDiscount;

/** How an offer names its price. */
type Terms = Pick<RunningOffer, 'kind' | 'amount'>;

/**
 * The price of a unit under an offer, in cents, rounded up to a cent; null if it is not below the list price, or
 * nothing.
 */
export function priceUnder({ kind, amount }: Terms, retailPrice: number): Cents | null {
  const price =
    kind === 'percent'
      ? Math.ceil((retailPrice * (100 - amount)) / 100)
      : kind === 'off'
        ? retailPrice - amount
        : amount;
  return price > 0 && price < retailPrice ? cents(price) : null;
}

/** The same, and null where it would be below the floor: also for products and prices that came after the offer. */
export function guardedPrice(terms: Terms, product: OfferedProduct, pricing: PricingSettings): Cents | null {
  const price = priceUnder(terms, product.retailPrice);
  const floor = priceFloor(product, pricing);
  return price === null || (floor !== null && price < floor) ? null : price;
}

/** Whether one unit alone gets its price, so that lists show it. */
const isPlain = ({ parts }: Pick<RunningOffer, 'parts'>): boolean =>
  parts.length === 1 && parts[0]?.units === 1;

type Reached = Pick<OfferedProduct, 'productId' | 'categoryId'>;

/** The part of an offer that a product belongs to, by its place; -1 if none. */
const partOf = ({ parts }: Pick<RunningOffer, 'parts'>, product: Reached): number =>
  parts.findIndex(
    ({ products, categories }) =>
      products.includes(product.productId) || categories.includes(product.categoryId),
  );

/** An offer as a price shows it. */
const shown = (offer: RunningOffer, price: Cents): Offer => ({
  price,
  until: offer.until,
  untilText: offer.untilText,
  terms: [`${offer.name}.`, limitWords(offer), offer.terms].filter(Boolean).join(' '),
  offerId: offer.id,
});

/** 'At most 2 per person.'; null without a limit. */
export const limitWords = ({ mostPerPerson }: Pick<RunningOffer, 'mostPerPerson'>): string | null =>
  mostPerPerson === null ? null : `At most ${mostPerPerson} per person.`;

/** The lowest price of one unit now; null at the list price. */
export function bestOffer(product: PricedProduct, on: PriceDay): Offer | null {
  let best = offerOf(product, on);
  for (const offer of plainReaching(product, on)) {
    const price = priceNow(offer, product, on);
    if (price !== null && isBetter(offer, price, best, product)) best = shown(offer, price);
  }
  return best;
}

/** Of two offers with one price the older one counts, as in a cart. */
function isBetter({ id }: RunningOffer, price: Cents, best: Offer | null, product: OfferedProduct): boolean {
  const now = priceOf(best, product);
  return price < now || (price === now && best?.offerId != null && id < best.offerId);
}

/** The price of a unit under an offer that runs, or that ended within a day. */
const priceNow = (offer: RunningOffer, product: OfferedProduct, { running }: PriceDay): Cents | null =>
  running ? guardedPrice(offer, product, running.pricing) : null;

/** The running offers that give one unit alone a price, while units of them are left. */
export const plainOffers = (on: PriceDay): readonly RunningOffer[] => running(on).filter(isPlain);

type Reach = Readonly<Record<'products' | 'categories', ReadonlyMap<number, readonly RunningOffer[]>>>;

/** Whole catalogs are priced at once: an offer's products are looked up, not gone through once for each product. */
const reaches = new WeakMap<Running, Reach>();

/** The offers of `plainOffers` that reach the product; one that names it and its category comes twice. */
function plainReaching(product: Reached, on: PriceDay): readonly RunningOffer[] {
  if (!on.running || !on.discounts.enabled) return NONE;
  let reach = reaches.get(on.running);
  if (!reach) {
    reach = reachOf(plainOffers(on));
    reaches.set(on.running, reach);
  }
  const named = reach.products.get(product.productId) ?? NONE;
  const shelved = reach.categories.get(product.categoryId) ?? NONE;
  return named.length === 0 ? shelved : [...named, ...shelved];
}

const NONE: readonly RunningOffer[] = [];

function reachOf(offers: readonly RunningOffer[]): Reach {
  const reach = {
    products: new Map<number, RunningOffer[]>(),
    categories: new Map<number, RunningOffer[]>(),
  };
  const add = (of: Map<number, RunningOffer[]>, id: number, offer: RunningOffer) =>
    of.has(id) ? of.get(id)?.push(offer) : of.set(id, [offer]);
  for (const offer of offers)
    for (const { products, categories } of offer.parts) {
      for (const id of products) add(reach.products, id, offer);
      for (const id of categories) add(reach.categories, id, offer);
    }
  return reach;
}

const running = (on: PriceDay): readonly RunningOffer[] =>
  on.discounts.enabled ? (on.running?.offers.filter(({ left }) => left === null || left > 0) ?? []) : [];

/** The lowest price of a list: a product's price after its own discount, and the one under the offers. In cents. */
export function lowestListed(product: OfferedProduct, own: number, on: PriceDay): number {
  let lowest = own;
  for (const offer of plainReaching(product, on)) {
    const price = priceNow(offer, product, on);
    if (price !== null && price < lowest) lowest = price;
  }
  return lowest;
}

/** The running offers that reach one of these products. */
export const offersReaching = (products: readonly Reached[], on: PriceDay): RunningOffer[] =>
  running(on).filter((offer) => products.some((product) => partOf(offer, product) >= 0));

/** What a line of an order costs per unit, and why not less. */
export type LinePrice = { offer: Offer | null; note: string | null };

type Line = { productId: number; quantity: number };

/** Units of an offer that the person has already, by its id; other lines of the order, which have their price. */
export type Bought = { taken?: ReadonlyMap<number, number>; beside?: readonly Line[] };

/**
 * The prices of lines that are bought together. An offer with a limit gives its price to a whole line or not at all: a line
 * has one price, and its note says up to how many units it would have been lower. Where a limit does not reach for all
 * lines, the one that saves most comes first.
 */
export function priceLines(
  lines: readonly Line[],
  products: ReadonlyMap<number, PricedProduct>,
  on: PriceDay,
  { taken = new Map(), beside = [] }: Bought = {},
): Map<number, LinePrice> {
  const withProduct = (line: Line) => {
    const product = products.get(line.productId);
    return product ? [{ ...line, product }] : [];
  };
  const known = lines.flatMap(withProduct);
  const others = beside.flatMap(withProduct);
  const priced = new Map<number, LinePrice>(
    known.map(({ productId, product }) => [productId, { offer: offerOf(product, on), note: null }]),
  );
  const room = new Map(running(on).map((offer) => [offer.id, roomOf(offer, taken.get(offer.id) ?? 0)]));
  const candidates = running(on)
    .flatMap((offer) => candidatesOf(offer, known, others, on))
    .sort((one, other) => other.saved - one.saved || one.offer.id - other.offer.id);
  const limited = new Set<number>();
  for (const { offer, line, price, isMet } of candidates) {
    const now = priced.get(line.productId);
    if (!now || price >= priceOf(now.offer, line.product)) continue;
    const left = room.get(offer.id) ?? 0;
    if (isMet && line.quantity <= left) {
      room.set(offer.id, left - line.quantity);
      priced.set(line.productId, { offer: shown(offer, price), note: null });
    } else if (now.note === null) {
      now.note = isMet
        ? limitNote(offer, price, taken.get(offer.id) ?? 0, left)
        : togetherNote(offer, line.product);
      if (isMet) limited.add(line.productId);
    }
  }
  for (const { productId, product } of known) {
    const now = priced.get(productId);
    // A limit is why it costs more.
    if (!now || limited.has(productId)) continue;
    // First, because it is why the price is another one than a moment ago; a hint at another offer must not hide it.
    const ended = endedNote(product, priceOf(now.offer, product), on);
    if (ended !== null) now.note = [ended, now.note].filter(Boolean).join(' ');
  }
  return priced;
}

const priceOf = (offer: Offer | null, { retailPrice }: OfferedProduct) => offer?.price ?? retailPrice;

/** Units that one person can still have. */
const roomOf = ({ mostPerPerson, left }: RunningOffer, taken: number): number =>
  Math.min(
    mostPerPerson === null ? Number.POSITIVE_INFINITY : Math.max(0, mostPerPerson - taken),
    left ?? Number.POSITIVE_INFINITY,
  );

function candidatesOf(
  offer: RunningOffer,
  lines: readonly (Line & { product: PricedProduct })[],
  others: readonly (Line & { product: PricedProduct })[],
  on: PriceDay,
) {
  const inParts = lines.filter(({ product }) => partOf(offer, product) >= 0);
  const isMet = isTogether(
    offer,
    [...lines, ...others].map(({ product, quantity }) => ({ ...product, quantity })),
  );
  return inParts.flatMap((line) => {
    const price = priceNow(offer, line.product, on);
    if (price === null) return [];
    return [{ offer, line, price, isMet, saved: (line.product.retailPrice - price) * line.quantity }];
  });
}

/** Whether these units are everything that an offer needs in one order. */
export function isTogether(
  offer: Pick<RunningOffer, 'parts'>,
  units: readonly (Reached & { quantity: number })[],
): boolean {
  const found = offer.parts.map(() => 0);
  for (const unit of units) {
    const part = partOf(offer, unit);
    if (part >= 0) found[part] = (found[part] ?? 0) + unit.quantity;
  }
  return offer.parts.every((part, at) => (found[at] ?? 0) >= part.units);
}

/** Why a line is not sold under an offer whose limit it passes. */
function limitNote(
  { name, mostPerPerson, left: leftOfAll }: RunningOffer,
  price: number,
  taken: number,
  left: number,
): string {
  const each = formatCents(cents(price));
  if (leftOfAll !== null && left === leftOfAll)
    return left === 0
      ? `${name}: no more units at this price.`
      : `${name}: ${left} left at ${each}. The price counts for ${upTo(left)}.`;
  const had = taken > 0 ? ` You have ${taken} already.` : '';
  const rest = left > 0 ? ` The price of ${each} counts for ${upTo(left)}.` : '';
  return `${name}: at most ${mostPerPerson} per person.${had}${rest}`;
}

const upTo = (units: number) => (units === 1 ? 'one unit' : `up to ${units} units`);

/** Names of things that an offer's words have; more say nothing new. */
export const NAMED_MOST = 2;

/** 'Bundle: 20% off from 2 units on.', 'Bundle: 20% off together with Gummies.' */
function togetherNote(offer: RunningOffer, product: Reached): string {
  const { name, parts } = offer;
  const own = partOf(offer, product);
  const units = parts[own]?.units ?? 1;
  const others = parts.flatMap((part, at) => (at === own ? [] : [withWords(part.units, offer.names?.[at])]));
  const needs = [
    ...(units > 1 ? [`from ${units} units on`] : []),
    ...(others.length > 0 ? [`together with ${others.join(' and ')}`] : []),
  ];
  return `${name}: ${termsWords(offer)} ${needs.join(', ')}.`;
}

/** 'Gummies', '2 of Gummies or Kestrel Moon', 'Gummies, Kestrel Moon or others' */
function withWords(units: number, names: readonly string[] = []): string {
  const [one, other, more] = names;
  if (one === undefined) return 'other products of the offer';
  const things =
    more === undefined ? [one, other].filter(Boolean).join(' or ') : `${one}, ${other} or others`;
  return units > 1 ? `${units} of ${things}` : things;
}

/** '20% off', '$5.00 off', '$40.00 each' */
export function termsWords({ kind, amount }: Terms): string {
  if (kind === 'percent') return `${amount}% off`;
  return `${formatCents(cents(amount))} ${kind === 'off' ? 'off' : 'each'}`;
}

/** 'Black Friday ended at 6:00 PM today.' for a product that it made cheaper than now; null if none did within a day. */
function endedNote(product: PricedProduct, now: number, on: PriceDay): string | null {
  if (!on.discounts.enabled) return null;
  const ended = on.running?.ended.find((offer) => {
    if (partOf(offer, product) < 0 || !isPlain(offer)) return false;
    const price = priceNow(offer, product, on);
    return price !== null && price < now;
  });
  if (!ended) return null;
  return ended.left === 0 ? `${ended.name} is sold out.` : `${ended.name} ended: ${ended.untilText}.`;
}

/** What a product's page says of offers that need more than one unit of it, and make it cheaper than one alone. */
export function togetherOffers(product: PricedProduct, on: PriceDay): { words: string; terms: string }[] {
  const alone = priceOf(bestOffer(product, on), product);
  return running(on)
    .filter((offer) => !isPlain(offer) && partOf(offer, product) >= 0)
    .flatMap((offer) => {
      const price = priceNow(offer, product, on);
      if (price === null || price >= alone) return [];
      const terms = [limitWords(offer), offer.terms].filter(Boolean).join(' ');
      return [{ words: `${togetherNote(offer, product)} Until ${offer.untilText}.`, terms }];
    });
}

/** The products that these words can name: their page changes with a name of theirs. */
export const namedTogether = (product: Reached, on: PriceDay): number[] =>
  running(on)
    .filter((offer) => !isPlain(offer) && partOf(offer, product) >= 0)
    .flatMap(({ parts }) => parts.flatMap(({ products }) => products));
