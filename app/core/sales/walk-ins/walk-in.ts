/**
 * Defines walk-ins: orders that staff make at the counter for people without an account. The rules of checkout, except
 * that the age is proved by an ID first, and that limits count per ID and day (docs/decisions/0052).
 */

import { unitsGoodOn } from '#core/goods/stock/lots/lots.ts';
import type { CheckoutLine, ShortLine } from '#core/sales/checkout/checkout-rules.ts';
import {
  checkLimits,
  type LimitProblem,
  type LimitSettings,
  type LimitUsage,
  limitMessageForStaff,
} from '#core/sales/compliance/purchase-limits.ts';
import { type IdProblem, idMessage } from '#core/sales/orders/hand-over/id-check.ts';
import { type UnitProblem, unitMessage } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { StoredWalkInUnit } from '#db/schema/walk-ins.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';

/** More units than this are no sale to one person. */
export const MOST_UNITS = 100;

export type WalkInProblem =
  | Common<'not-allowed' | 'not-found'>
  /** The form had no key; the form in the response has one. */
  | { kind: 'key-missing' }
  /** Outside the posted hours, or before the earliest hand-over; `words` say until when. */
  | { kind: 'closed'; words: string }
  | { kind: 'id'; problems: readonly IdProblem[] }
  /** The ID belongs to a banned account. */
  | { kind: 'banned' }
  /** It is an order already, so its units are changed there. */
  | { kind: 'ordered'; orderId: string }
  | { kind: 'empty' }
  | { kind: 'too-many-units' }
  | { kind: 'same-unit'; name: string }
  | { kind: 'not-on-menu'; name: string }
  | { kind: 'not-available'; lines: readonly ShortLine[] }
  | { kind: 'over-limit'; problem: LimitProblem }
  | { kind: 'price-changed'; before: Cents; now: Cents; why: string[] }
  /** What is wrong with the unit in the hand, as at the packing of an order. */
  | { kind: 'unit'; problem: UnitProblem }
  /** A customer's pass, or the label of a bag. */
  | { kind: 'order-code'; orderId: string }
  | { kind: 'no-goods' };

export const walkInIdMessage = (problem: IdProblem): string => {
  if (problem.kind === 'id-under-age') return `The ID says under ${problem.minimum}. Do not sell.`;
  if (problem.kind === 'id-expired') return 'This ID has expired. Ask for another.';
  if (problem.kind === 'id-name-mismatch') return 'Compare the picture with the person, and check the box.';
  return idMessage(problem);
};

type Units = readonly StoredWalkInUnit[];

/** The quantity of each product, in the order in which they were added. */
export const linesOf = (units: Units): { productId: number; quantity: number }[] =>
  [...Map.groupBy(units, ({ productId }) => productId)].map(([productId, own]) => ({
    productId,
    quantity: own.length,
  }));

/** Adds a unit. The same key changes nothing; a unit with a code of its own is added once. */
export function withUnit(units: Units, unit: StoredWalkInUnit, name: string): Result<Units, WalkInProblem> {
  if (units.some(({ key }) => key === unit.key)) return succeed(units);
  if (unit.unit !== null && units.some((other) => other.unit === unit.unit))
    return refuse({ kind: 'same-unit', name });
  if (units.length >= MOST_UNITS) return refuse({ kind: 'too-many-units' });
  return succeed([...units, unit]);
}

/**
 * Gives a product this many units. Units that were not scanned go first, then the last scanned.
 * @param newKey of each unit that is added
 */
export function withQuantity(
  units: Units,
  wanted: { productId: number; quantity: number },
  newKey: () => string,
): Result<Units, WalkInProblem> {
  const { productId, quantity } = wanted;
  const own = units.filter((unit) => unit.productId === productId);
  const more = quantity - own.length;
  if (units.length + more > MOST_UNITS) return refuse({ kind: 'too-many-units' });
  if (more >= 0) {
    const added = Array.from({ length: more }, () => ({ key: newKey(), productId, code: null, unit: null }));
    return succeed([...units, ...added]);
  }
  const going = new Set(
    own
      .toReversed()
      .toSorted((one, other) => Number(one.code !== null) - Number(other.code !== null))
      .slice(0, -more),
  );
  return succeed(units.filter((unit) => !going.has(unit)));
}

/**
 * Whether these lines may be sold now: on the menu, available in lots that are good today, and within the limits.
 * @param facts.today store-local yyyy-mm-dd
 */
export function checkWalkIn(
  lines: readonly (CheckoutLine & { isOnMenu: boolean })[],
  facts: { today: string; alreadyToday: LimitUsage; limits: LimitSettings },
): Result<null, WalkInProblem> {
  if (lines.length === 0) return refuse({ kind: 'empty' });
  const gone = lines.find(({ isOnMenu }) => !isOnMenu);
  if (gone) return refuse({ kind: 'not-on-menu', name: gone.name });
  const short = lines.flatMap(({ productId, name, quantity, lots }): ShortLine[] => {
    const available = unitsGoodOn(lots, facts.today);
    return quantity > available ? [{ productId, name, wanted: quantity, available }] : [];
  });
  if (short.length > 0) return refuse({ kind: 'not-available', lines: short });
  const within = checkLimits(lines, facts.alreadyToday, facts.limits);
  return within.ok ? succeed(null) : refuse({ kind: 'over-limit', problem: within.problem });
}

const shortText = ({ name, available }: ShortLine): string =>
  available === 0 ? `${name} is sold out.` : `Only ${available} of ${name} left.`;

/** What staff read, and what to do. */
export function walkInMessage(problem: WalkInProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'This walk-in has ended. Start again with the ID.';
    case 'key-missing':
      return 'We could not read that form. Check the ID again.';
    case 'closed':
      return `${problem.words} No walk-ins now.`;
    case 'id':
      return problem.problems.map(walkInIdMessage).join(' ');
    case 'banned':
      return 'This ID belongs to a banned account. Do not sell.';
    case 'ordered':
      return `This walk-in is order ${problem.orderId} already.`;
    case 'empty':
      return 'Scan or search for a product first.';
    case 'too-many-units':
      return `A walk-in has at most ${MOST_UNITS} units.`;
    case 'same-unit':
      return `This unit of ${problem.name} is in the list already.`;
    case 'not-on-menu':
      return `${problem.name} is not on the menu. Put it back.`;
    case 'not-available':
      return problem.lines.map(shortText).join(' ');
    case 'over-limit':
      return limitMessageForStaff(problem.problem);
    case 'price-changed':
      return [
        ...problem.why,
        `The total is now ${formatCents(problem.now)} (it was ${formatCents(problem.before)}). Say so, then press again.`,
      ].join(' ');
    case 'unit':
      return unitMessage(problem.problem).text;
    case 'order-code':
      return `This is the code of ${problem.orderId}. Scan a product.`;
    case 'no-goods':
      return 'No product, batch or unit has this code. Search for it by name.';
    default:
      return commonMessage(problem);
  }
}
