/**
 * What people at work did on a day that an owner wants to see, what is usual, and what stands out. Pure; money in cents,
 * goods in units.
 */
import { Temporal } from 'temporal-polyfill';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';

type ActRow = {
  label: string;
  /** What is compared: cents or units of the acts, or how many there were. */
  measure: 'cents' | 'units' | 'count';
  /** Below this a day is never unusual. */
  least: number;
};

/** In the order of the page. */
const actTable = {
  refund: { label: 'Refunds', measure: 'cents', least: 5_000 },
  'pay-out': { label: 'Cash paid out of the drawer', measure: 'cents', least: 5_000 },
  correction: { label: 'Cash corrected after a sale', measure: 'cents', least: 2_000 },
  short: { label: 'Drawer short at a count', measure: 'cents', least: 1_000 },
  'no-sale': { label: 'Drawer opened without a sale', measure: 'count', least: 4 },
  exchange: { label: 'Exchanges', measure: 'count', least: 3 },
  'voided-walk-in': { label: 'Walk-ins ended without a sale', measure: 'count', least: 3 },
  offline: { label: 'Handed over without a network', measure: 'count', least: 4 },
  'stock-missing': { label: 'Units counted missing', measure: 'units', least: 4 },
  waste: { label: 'Units recorded as waste', measure: 'units', least: 4 },
  price: { label: 'Prices and discounts changed', measure: 'count', least: 4 },
} as const satisfies Readonly<Record<string, ActRow>>;

export type ActKind = keyof typeof actTable;
export const actKinds = Object.keys(actTable) as readonly ActKind[];
export const actRow = (kind: ActKind): ActRow => actTable[kind];

/** One kind of one person's acts on one day. `amount` is cents or units; 0 where neither is measured. */
export type ActsOfDay = { personId: string; day: string; kind: ActKind; count: number; amount: number };

/** A day on which a person did anything that the audit log records; yyyy-mm-dd. */
export type WorkedDay = { personId: string; day: string };

/** Days back to which a day is compared, and days of the second look, which finds what is little every day. */
export const COMPARED_DAYS = 56;
export const WEEK = 7;

/** Fewer days of others than this say nothing: then a person is compared with their own earlier days. */
const FEWEST_DAYS = 5;
/** Standard deviations above the mean that are still usual. */
const DEVIATIONS = 4;

export type Finding = {
  personId: string;
  kind: ActKind;
  count: number;
  amount: number;
  /** The measure of the day, and a day's mean of the others. */
  value: number;
  usual: number;
  /** Whether the day itself, or the week that ends with it, is beyond what is usual. */
  isUnusual: boolean;
  isUnusualWeek: boolean;
  /** How far beyond the bound: what stands out first has the largest. */
  weight: number;
};

const measureOf = (kind: ActKind, { count, amount }: Pick<ActsOfDay, 'count' | 'amount'>): number =>
  actRow(kind).measure === 'count' ? count : amount;

/**
 * Each kind of each person who did something of it on the day or, unusually much, in its week; what stands out first. A
 * person's days are compared with those of the others in the 56 days before, so that a habit of one is not usual; where
 * no one else worked, with their own before the week.
 * @param day yyyy-mm-dd
 */
export function findings(day: string, worked: readonly WorkedDay[], acts: readonly ActsOfDay[]): Finding[] {
  const value = valuesOf(acts);
  const people = new Set(worked.map(({ personId }) => personId));
  const found: Finding[] = [];
  for (const kind of actKinds)
    for (const personId of people) {
      const { mean, ofWeek, weekly, usualUpTo, isUnusualWeek } = compared(kind, personId, day, worked, value);
      const today = value(kind, { personId, day });
      const { least } = actRow(kind);
      const isUnusual = measureOf(kind, today) >= least && measureOf(kind, today) > usualUpTo(1);
      if (today.count === 0 && !isUnusualWeek) continue;
      found.push({
        ...{ personId, kind, ...today, value: measureOf(kind, today), usual: mean },
        ...{ isUnusual, isUnusualWeek },
        weight: Math.max(
          measureOf(kind, today) / Math.max(least, usualUpTo(1)),
          weekly / Math.max(2 * least, usualUpTo(ofWeek.length)),
        ),
      });
    }
  return found.sort((one, other) => other.weight - one.weight);
}

type Values = ReturnType<typeof valuesOf>;

/** One kind of a person's week that ends with the day, beside the days that say what is usual. */
function compared(kind: ActKind, personId: string, day: string, worked: readonly WorkedDay[], value: Values) {
  const week = daysBefore(day, WEEK);
  const own = worked.filter((each) => each.personId === personId && each.day <= day);
  const others = worked.filter((each) => each.personId !== personId && each.day < day);
  const pool = others.length >= FEWEST_DAYS ? others : own.filter((each) => each.day < week);
  const { mean, deviation } = spread(pool.map((each) => measureOf(kind, value(kind, each))));
  const ofWeek = own.filter((each) => each.day >= week);
  const weekly = ofWeek.reduce((sum, each) => sum + measureOf(kind, value(kind, each)), 0);
  const usualUpTo = (days: number) => mean * days + DEVIATIONS * deviation * Math.sqrt(days);
  const isUnusualWeek = weekly >= 2 * actRow(kind).least && weekly > usualUpTo(ofWeek.length);
  return { mean, ofWeek, weekly, usualUpTo, isUnusualWeek };
}

/** One kind of a person's week: how often, its measure, and what is usual in as many days of work. */
export type WeekOfKind = { kind: ActKind; count: number; value: number; usual: number; isUnusual: boolean };

/** Each kind of which the person did something in the week that ends with the day, in the order of the page. */
export function weekOf(
  personId: string,
  day: string,
  worked: readonly WorkedDay[],
  acts: readonly ActsOfDay[],
): WeekOfKind[] {
  const value = valuesOf(acts);
  return actKinds.flatMap((kind) => {
    const { mean, ofWeek, weekly, isUnusualWeek } = compared(kind, personId, day, worked, value);
    const count = ofWeek.reduce((sum, each) => sum + value(kind, each).count, 0);
    if (count === 0) return [];
    return [{ kind, count, value: weekly, usual: mean * ofWeek.length, isUnusual: isUnusualWeek }];
  });
}

/** Of how many people something stands out. */
export const stoodOut = (all: readonly Finding[]): number =>
  new Set(
    all.flatMap(({ isUnusual, isUnusualWeek, personId }) => (isUnusual || isUnusualWeek ? personId : [])),
  ).size;

/** The first of the days that end with this one; yyyy-mm-dd. */
export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day)
    .subtract({ days: days - 1 })
    .toString();
}

function valuesOf(acts: readonly ActsOfDay[]) {
  const byKey = new Map(acts.map((each) => [`${each.kind} ${each.personId} ${each.day}`, each]));
  return (kind: ActKind, { personId, day }: WorkedDay) => {
    const { count, amount } = byKey.get(`${kind} ${personId} ${day}`) ?? { count: 0, amount: 0 };
    return { count, amount };
  };
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  if (values.length === 0) return { mean: 0, deviation: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) };
}

/** '$42.50', '3 units', '4'; a mean is rounded to whole cents or tenths. */
export function measureWords(kind: ActKind, value: number): string {
  const { measure } = actRow(kind);
  if (measure === 'cents') return formatCents(cents(Math.round(value)));
  const rounded = Math.round(value * 10) / 10;
  if (measure === 'count') return formatNumber(rounded);
  return `${formatNumber(rounded)} ${rounded === 1 ? 'unit' : 'units'}`;
}
