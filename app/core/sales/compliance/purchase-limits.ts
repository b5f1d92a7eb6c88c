/**
 * Checks how much one person may buy (Penal Law §222.05; docs/law.md, Limits): 3 oz of cannabis and, counted
 * separately, 24 g of concentrate. Amounts are milligrams. The numbers are settings.
 */

import { formatNumber } from '#kernel/number.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { LimitCategory } from '#kernel/statuses.ts';

export type LimitSettings = {
  cannabisMg: number;
  concentrateMg: number;
  /** THC in edibles: inside the concentrate limit, or against a separate limit in mg. The law can be read both ways. */
  edibleThcMg: 'inside-concentrate' | number;
};

/** `limitMg` is what one unit counts: net weight of flower or concentrate, THC of an edible. */
export type LimitedLine = {
  name: string;
  quantity: number;
  productType: string;
  limitCategory: LimitCategory | null;
  limitMg: number | null;
};

/** Milligrams by category. */
export type LimitUsage = Record<LimitCategory, number>;

export type LimitProblem =
  | {
      kind: 'too-much';
      limit: LimitCategory;
      /** The limit, what is already taken, and what the request adds. */
      allowedMg: number;
      alreadyMg: number;
      wantedMg: number;
    }
  /** A cannabis product without the amount it counts: unknown means no. */
  | { kind: 'content-unknown'; name: string };

export const NO_USAGE: LimitUsage = { flower: 0, concentrate: 0, edible: 0 };

/** What lines count, by category. Merchandise counts nothing. */
export function usageOf(
  lines: readonly Pick<LimitedLine, 'quantity' | 'limitCategory' | 'limitMg'>[],
): LimitUsage {
  const usage = { ...NO_USAGE };
  for (const { limitCategory, limitMg, quantity } of lines) {
    if (limitCategory && limitMg !== null) usage[limitCategory] += limitMg * quantity;
  }
  return usage;
}

/** Both together, by category. */
export const addUsage = (one: LimitUsage, other: LimitUsage): LimitUsage => ({
  flower: one.flower + other.flower,
  concentrate: one.concentrate + other.concentrate,
  edible: one.edible + other.edible,
});

/** Each limit: what it allows and how much of it a usage takes. */
function standing(
  usage: LimitUsage,
  limits: LimitSettings,
): Map<LimitCategory, { allowed: number; used: number }> {
  const together = limits.edibleThcMg === 'inside-concentrate';
  const concentrate = usage.concentrate + (together ? usage.edible : 0);
  const standings = new Map<LimitCategory, { allowed: number; used: number }>([
    ['flower', { allowed: limits.cannabisMg, used: usage.flower }],
    ['concentrate', { allowed: limits.concentrateMg, used: concentrate }],
  ]);
  if (limits.edibleThcMg !== 'inside-concentrate') {
    standings.set('edible', { allowed: limits.edibleThcMg, used: usage.edible });
  }
  return standings;
}

/** The remainder of each limit, in mg; never negative. Edibles inside the concentrate limit share its remainder. */
function remaining(usage: LimitUsage, limits: LimitSettings): LimitUsage {
  const standings = standing(usage, limits);
  const left = (category: LimitCategory) => {
    const found = standings.get(category);
    return found ? Math.max(0, found.allowed - found.used) : 0;
  };
  const concentrate = left('concentrate');
  return {
    flower: left('flower'),
    concentrate,
    edible: standings.has('edible') ? left('edible') : concentrate,
  };
}

/** What is left of each limit, in mg, for a page that shows it; edibles inside the concentrate limit are not apart. */
export function limitsLeft(
  usage: LimitUsage,
  limits: LimitSettings,
): { limit: LimitCategory; allowedMg: number; leftMg: number }[] {
  return [...standing(usage, limits)].map(([limit, { allowed, used }]) => ({
    limit,
    allowedMg: allowed,
    leftMg: Math.max(0, allowed - used),
  }));
}

/**
 * Whether lines fit on top of what the customer has already taken: open orders plus those completed today. Returns what
 * remains afterwards. Exactly the limit is allowed.
 */
export function checkLimits(
  lines: readonly LimitedLine[],
  alreadyToday: LimitUsage,
  limits: LimitSettings,
): Result<LimitUsage, LimitProblem> {
  const known = checkContents(lines);
  return known.ok ? checkUsage(usageOf(lines), alreadyToday, limits) : known;
}

/** Refuses cannabis without the amount that it counts. */
export function checkContents(lines: readonly Omit<LimitedLine, 'quantity'>[]): Result<null, LimitProblem> {
  const unknown = lines.find(
    (line) => line.productType === 'cannabis' && !(line.limitCategory && line.limitMg),
  );
  return unknown ? refuse({ kind: 'content-unknown', name: unknown.name }) : succeed(null);
}

/** The same for amounts that are already added up, in mg. */
export function checkUsage(
  wanted: LimitUsage,
  alreadyToday: LimitUsage,
  limits: LimitSettings,
): Result<LimitUsage, LimitProblem> {
  const before = standing(alreadyToday, limits);
  const onTop = standing(wanted, limits);
  for (const [limit, { allowed, used }] of onTop) {
    const already = before.get(limit)?.used ?? 0;
    if (used > 0 && already + used > allowed) {
      return refuse({ kind: 'too-much', limit, allowedMg: allowed, alreadyMg: already, wantedMg: used });
    }
  }
  return succeed(
    remaining(
      {
        flower: alreadyToday.flower + wanted.flower,
        concentrate: alreadyToday.concentrate + wanted.concentrate,
        edible: alreadyToday.edible + wanted.edible,
      },
      limits,
    ),
  );
}

const MG_PER_OUNCE = 28_349.5;

/**
 * Formats milligrams: whole ounces with their grams, '3 oz (85 g)', else grams to a tenth, '87.5 g', and THC in
 * milligrams. `round` is the direction, so that an amount over a limit never reads like the limit, and a remainder is
 * really available.
 */
function amountWords(mg: number, limit: LimitCategory, round: 'up' | 'down'): string {
  if (limit === 'edible') return `${formatNumber(mg)} mg`;
  const ounces = Math.round(mg / MG_PER_OUNCE);
  if (ounces > 0 && Math.abs(mg - ounces * MG_PER_OUNCE) < 1)
    return `${ounces} oz (${Math.round(mg / 1000)} g)`;
  return `${(round === 'up' ? Math.ceil(mg / 100) : Math.floor(mg / 100)) / 10} g`;
}

const limitNames: Record<LimitCategory, string> = {
  flower: 'cannabis',
  concentrate: 'cannabis concentrate',
  edible: 'THC in edibles',
};

/** '3 oz (85 g) of cannabis' */
export function limitWords(limit: LimitCategory, allowedMg: number): string {
  return `${amountWords(allowedMg, limit, 'down')} of ${limitNames[limit]}`;
}

const ruleWords = ({ allowedMg, limit }: { allowedMg: number; limit: LimitCategory }): string =>
  `New York allows ${limitWords(limit, allowedMg)} per person.`;

/** What the customer asks for: a whole cart, or one product from its page. */
export type Wanted = 'cart' | 'product';

/** The message: the limit, what is asked for, what is left. */
export function limitMessage(problem: LimitProblem, wanted: Wanted = 'cart'): string {
  switch (problem.kind) {
    case 'content-unknown': {
      const why = `${problem.name} cannot be reserved right now: its contents are not on file.`;
      return wanted === 'cart' ? `${why} Please remove it from your cart.` : why;
    }
    case 'too-much': {
      const { limit, allowedMg, alreadyMg, wantedMg } = problem;
      const asked = amountWords(wantedMg, limit, 'up');
      const left = Math.max(0, allowedMg - alreadyMg);
      const held =
        alreadyMg > 0
          ? ` You have already reserved ${amountWords(alreadyMg, limit, 'up')}, so ${amountWords(left, limit, 'down')} is left.`
          : '';
      return wanted === 'cart'
        ? `${ruleWords(problem)} Your cart has ${asked}.${held} Please take something out.`
        : `${ruleWords(problem)} You asked for ${asked}.${held} Please take fewer.`;
    }
  }
}

/** The same for staff who change a customer's order: the total with everything else that counts. */
export function limitMessageForStaff(problem: LimitProblem): string {
  switch (problem.kind) {
    case 'content-unknown':
      return `${problem.name} cannot be added: its contents are not on file.`;
    case 'too-much': {
      const { limit, alreadyMg, wantedMg } = problem;
      return `${ruleWords(problem)} With what this customer has reserved or picked up today it would be ${amountWords(alreadyMg + wantedMg, limit, 'up')}.`;
    }
  }
}

/** The same for customers who change their own order. */
export function limitMessageForChange(problem: LimitProblem): string {
  switch (problem.kind) {
    case 'content-unknown':
      return limitMessage(problem, 'product');
    case 'too-much': {
      const { limit, alreadyMg, wantedMg } = problem;
      return `${ruleWords(problem)} With what you have reserved or picked up today it would be ${amountWords(alreadyMg + wantedMg, limit, 'up')}. Please take fewer.`;
    }
  }
}
