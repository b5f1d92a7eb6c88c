/** Says in one sentence how sales changed, and what made the most of it. Pure; money in cents. */
import { cents, formatCents } from '#kernel/money.ts';

/** Revenue of one category, as it is shown. */
export type SoldOf = { name: string; revenue: number };

export type Change = {
  now: number;
  before: number;
  /** 'the 30 days before, until 2:30 PM' */
  comparedWith: string;
  parts: readonly SoldOf[];
  partsBefore: readonly SoldOf[];
};

/** Below this part of the sales before, a difference is noise. */
const LEAST_CHANGE = 0.005;
/** From this factor on, a percentage says less than the difference. */
const TOO_MANY_TIMES = 10;
/** Smaller parts of a difference explain nothing. */
const shares = [
  [0.95, 'nearly all'],
  [0.7, 'most'],
  [0.55, 'more than half'],
  [0.45, 'half'],
  [0.38, 'nearly half'],
  [0.28, 'a third'],
  [0.2, 'a quarter'],
] as const;

const money = (value: number) => formatCents(cents(value));

/** 'Sales are 12% above the 30 days before; Edibles made half of the rise.' */
export function whatChanged(change: Change): string {
  const { now, before, comparedWith } = change;
  if (now <= 0 && before <= 0)
    return now < 0
      ? 'More was refunded than sold.'
      : `Nothing was sold, and nothing in the time it is compared with.`;
  if (before <= 0) return `Sales are ${money(now)} (${comparedWith}: none).`;
  if (now <= 0)
    return `${now < 0 ? 'More was refunded than sold' : 'Nothing was sold'} (${comparedWith}: ${money(before)}).`;
  const part = (now - before) / before;
  if (Math.abs(part) < LEAST_CHANGE) return `Sales are as high as ${comparedWith}.`;
  const by = part >= TOO_MANY_TIMES - 1 ? money(now - before) : `${Math.round(Math.abs(part) * 100) || 1}%`;
  return `Sales are ${by} ${part > 0 ? 'above' : 'below'} ${comparedWith}${mostOf(change)}.`;
}

/** The category that moved the most in the direction of all, and its share; '' if none stands out, or there is one only. */
function mostOf({ now, before, parts, partsBefore }: Change): string {
  const moved = new Map<string, number>();
  for (const { name, revenue } of parts) moved.set(name, (moved.get(name) ?? 0) + revenue);
  for (const { name, revenue } of partsBefore) moved.set(name, (moved.get(name) ?? 0) - revenue);
  if (moved.size < 2) return '';
  const [name, share] = Array.from(moved, ([of, by]) => [of, by / (now - before)] as const).reduce(
    (most, other) => (other[1] > most[1] ? other : most),
  );
  // The others together moved the other way.
  if (share > 1) return `, because of ${name} alone`;
  const words = shares.find(([least]) => share >= least)?.[1];
  return words ? `; ${name} made ${words} of the ${now > before ? 'rise' : 'fall'}` : '';
}
