/**
 * Computes how many units of a product a cart has room for: what is in stock, what one person may have, and what the
 * shop holds for one customer. The browser asks before it adds; checkout decides by its own data.
 */

import { leftWords } from '#core/goods/stock/stock.ts';
import {
  checkUsage,
  type LimitSettings,
  type LimitUsage,
  limitWords,
  NO_USAGE,
  usageOf,
} from '#core/sales/compliance/purchase-limits.ts';
import type { LimitCategory } from '#kernel/statuses.ts';

/** The shop's limits, and what the customer has already reserved or picked up today; zero for guests. */
export type CartRules = {
  limits: LimitSettings;
  /** The most units that the shop holds for the customer, and whether only until the first pickup. */
  most: { allowed: number; untilPickup: boolean };
  already: { usage: LimitUsage; units: number };
};

/** What one unit counts against a possession limit, in mg; null if it does not count, missing if it is not known yet. */
export type Counts = { counts?: { category: LimitCategory; mg: number } | null | undefined };

export type CartRoom = {
  /** The most units the line may have; 0 if none fits. */
  most: number;
  /** Which of them it was: stock, the legal limit, or what the shop holds for one customer. */
  because:
    | { kind: 'stock'; available: number }
    | { kind: 'limit'; category: LimitCategory; allowedMg: number }
    | { kind: 'holds'; allowed: number; untilPickup: boolean };
};

/**
 * The room for a product beside the cart's other lines. Without `rules`, and for lines whose `counts` are not known,
 * only what is known limits it.
 */
export function roomInCart(
  product: Counts & { available: number },
  others: readonly (Counts & { quantity: number })[],
  rules: CartRules | null,
): CartRoom {
  const rooms: CartRoom[] = [
    { most: product.available, because: { kind: 'stock', available: product.available } },
  ];
  if (rules && product.counts && product.counts.mg > 0) {
    const { category, mg } = product.counts;
    const usage = addUsage(rules.already.usage, usageOf(others.map(countedLine)));
    const { left, allowedMg } = remainderOf(category, usage, rules.limits);
    rooms.push({ most: Math.floor(left / mg), because: { kind: 'limit', category, allowedMg } });
  }
  if (rules) {
    const units = others.reduce((sum, { quantity }) => sum + quantity, rules.already.units);
    const most = Math.max(0, rules.most.allowed - units);
    rooms.push({ most, because: { kind: 'holds', ...rules.most } });
  }
  return rooms.reduce((least, room) => (room.most < least.most ? room : least));
}

function countedLine({ counts, quantity }: Counts & { quantity: number }) {
  return { quantity, limitCategory: counts?.category ?? null, limitMg: counts?.mg ?? null };
}

function addUsage(one: LimitUsage, other: LimitUsage): LimitUsage {
  return {
    flower: one.flower + other.flower,
    concentrate: one.concentrate + other.concentrate,
    edible: one.edible + other.edible,
  };
}

function remainderOf(category: LimitCategory, usage: LimitUsage, limits: LimitSettings) {
  const rest = checkUsage(NO_USAGE, usage, limits);
  const allowed = checkUsage(NO_USAGE, NO_USAGE, limits);
  return { left: rest.ok ? rest.value[category] : 0, allowedMg: allowed.ok ? allowed.value[category] : 0 };
}

/**
 * 'Only 3 left', 'The limit is 3 oz (85 g) of cannabis a day', 'We hold at most 20 units',
 * 'Until your first pickup we hold at most 12 units'
 */
export function roomWords({ because }: CartRoom): string {
  switch (because.kind) {
    case 'stock':
      return because.available === 0 ? 'Sold out' : leftWords(because.available);
    case 'limit':
      return `The limit is ${limitWords(because.category, because.allowedMg)} a day`;
    case 'holds':
      return `${because.untilPickup ? 'Until your first pickup we' : 'We'} hold at most ${because.allowed} ${because.allowed === 1 ? 'unit' : 'units'}`;
  }
}

/** 'The limit is 3 oz (85 g) of cannabis a day: 2 more fit'. `inCart` is how many of the product are in the cart. */
export function moreFitWords(room: CartRoom, inCart: number): string {
  const more = Math.max(0, room.most - inCart);
  if (more === 0) return `${roomWords(room)}: no more ${inCart > 0 ? 'fit' : 'fit in your cart'}`;
  return `${roomWords(room)}: ${more} more ${more === 1 ? 'fits' : 'fit'}`;
}

/** 'Only 3 left: quantity changed from 5 to 3' */
export function reducedWords(room: CartRoom, from: number, now: number): string {
  return `${roomWords(room)}: quantity changed from ${from} to ${now}`;
}
