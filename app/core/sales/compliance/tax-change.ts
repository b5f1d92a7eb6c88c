/**
 * Changes to the tax rules. A rule can be corrected or deleted until the first order since it started; from then on it
 * can only get an end. Orders store a snapshot of the rules that taxed them. Pure: the days are arguments.
 */
import { type BasisPoints, basisPoints, cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { cleanLine, isPlainText } from '#kernel/text.ts';
import { formatDate, parseDate, type StoreDate } from '#kernel/time.ts';
import { newYorkPreset, type TaxRule, taxFor } from './tax.ts';

/** The tax classes of products; '*' is all of them. */
export const ruleClasses = [
  { value: '*', label: 'Everything' },
  { value: 'cannabis', label: 'Cannabis' },
  { value: 'merchandise', label: 'Merchandise' },
  { value: 'clothing', label: 'Clothing' },
  { value: 'food', label: 'Food, such as eggs and honey' },
] as const;

export const classLabel = (taxClass: string): string =>
  ruleClasses.find(({ value }) => value === taxClass)?.label ?? taxClass;

/** A new rule, without an id. */
export type NewRule = Omit<TaxRule, 'id'>;

export type TaxRuleState = 'over' | 'in-force' | 'to-come';

/** A rule's state on a day. */
export function stateOf(rule: Pick<TaxRule, 'from' | 'until'>, today: StoreDate): TaxRuleState {
  const day = today.toString();
  if (rule.until !== null && rule.until <= day) return 'over';
  return rule.from <= day ? 'in-force' : 'to-come';
}

/**
 * Whether orders were placed since the rule started: it may have taxed them, or would tax them differently when they are
 * edited.
 * @param lastOrderDay the store day of the latest order, yyyy-mm-dd; null before the first.
 */
export function hasOrders(rule: Pick<TaxRule, 'from'>, lastOrderDay: string | null): boolean {
  return lastOrderDay !== null && rule.from <= lastOrderDay;
}

/** '13%', '8.875%' */
export function rateWords(rate: number): string {
  return `${rate / 100}%`;
}

export type TaxProblem =
  | Common<'not-allowed' | 'confirm-first'>
  | { kind: 'invalid'; errors: Record<string, string[]> }
  /** The rules have changed since the page was rendered. */
  | { kind: 'changed' }
  /** Orders were placed since the rule started. */
  | { kind: 'has-orders' }
  /** Without its last rule a store would fall back to the shipped estimate. */
  | { kind: 'only-rule' }
  | { kind: 'not-found' };

export function taxMessage(problem: TaxProblem): string {
  switch (problem.kind) {
    case 'invalid':
      return Object.values(problem.errors)[0]?.[0] ?? 'Something is wrong.';
    case 'changed':
      return commonMessage({ kind: 'stale' });
    case 'has-orders':
      return 'Orders were placed since this rule started. End it, and add another from the next day.';
    case 'only-rule':
      return 'This is the only rule. Add another first, or correct this one.';
    default:
      return commonMessage(problem, 'Tax rule');
  }
}

/** How many years ahead a rule can start or end. */
const LATEST_YEARS = 20;

/** A day from today on, or the error. */
export function readComingDay(text: string, today: StoreDate): { day: StoreDate } | { error: string } {
  const day = parseDate(text.trim());
  if (!day) return { error: 'Enter a date.' };
  if (day.toString() < today.toString()) return { error: 'That date is past. Choose today or a later date.' };
  if (day.toString() > today.add({ years: LATEST_YEARS }).toString())
    return { error: `Choose a date within ${LATEST_YEARS} years.` };
  return { day };
}

type Texts = Readonly<Record<string, string>>;
type Errors = Record<string, string[]>;

/** What a rule taxes, and at which rate; its days are not among it. */
export type RuleTerms = Pick<TaxRule, 'taxClass' | 'name' | 'rate'>;

/** A form's fields of a rule apart from its days, or errors by field. */
export function readTerms(texts: Texts): { terms: RuleTerms } | { errors: Errors } {
  const errors: Errors = {};
  const name = cleanLine(texts.name ?? '');
  if (name === '') errors.name = ['Name: this cannot be left empty.'];
  else if (name.length > 60) errors.name = ['Name: at most 60 characters.'];
  else if (!isPlainText(name)) errors.name = ['Name: these characters cannot be saved.'];
  const taxClass = ruleClasses.find(({ value }) => value === texts.taxClass)?.value;
  if (!taxClass) errors.taxClass = ['Choose an option from the list.'];
  const rate = readRate(texts.rate ?? '');
  if (rate === null) errors.rate = ['Enter a percentage from 0 to 100, like 8 or 8.125.'];
  if (Object.keys(errors).length > 0 || !taxClass || rate === null) return { errors };
  return { terms: { taxClass, name, rate } };
}

/** Names the terms that a page showed, to compare them with the stored ones when it saves. */
export const termsSeen = ({ taxClass, name, rate }: RuleTerms): string =>
  JSON.stringify([taxClass, name, rate]);

/** A form's fields as a rule, or errors by field. */
export function readNewRule(texts: Texts, today: StoreDate): { rule: NewRule } | { errors: Errors } {
  const terms = readTerms(texts);
  const errors: Errors = 'errors' in terms ? terms.errors : {};
  const from = readComingDay(texts.from ?? '', today);
  if ('error' in from) errors.from = [`From: ${from.error}`];
  const last = (texts.last ?? '').trim();
  const lastDay = last === '' ? null : parseDate(last);
  if (last !== '' && !lastDay) errors.last = ['Last day: enter a date, or leave it empty.'];
  else if (lastDay && 'day' in from && lastDay.toString() < from.day.toString())
    errors.last = ['Last day: this is before the first.'];
  if (Object.keys(errors).length > 0 || 'errors' in terms || 'error' in from) return { errors };
  const until = lastDay ? lastDay.add({ days: 1 }).toString() : null;
  return { rule: { ...terms.terms, from: from.day.toString(), until } };
}

/** Eighths of a percent have three decimals, which end in 0 or 5. */
function readRate(typed: string): BasisPoints | null {
  const text = typed.trim().replace(/\s*%$/, '');
  if (!/^\d{1,3}(\.\d{1,2}[05]?)?$/.test(text) || Number(text) > 100) return null;
  return basisPoints(Math.round(Number(text) * 200) / 2);
}

/** The rule that overlaps this one on some day with the same name and class: one rule must not tax a line twice. */
export function doubles(rules: readonly TaxRule[], wanted: NewRule): TaxRule | undefined {
  return rules.find(
    (rule) =>
      rule.taxClass === wanted.taxClass &&
      rule.name.toLowerCase() === wanted.name.toLowerCase() &&
      (rule.until === null || wanted.from < rule.until) &&
      (wanted.until === null || rule.from < wanted.until),
  );
}

/** How applying the New York preset from a day on changes the existing rules. */
export type PresetPlan = {
  /** Rules that end on this day. */
  ending: TaxRule[];
  /** Rules that start on this day or later, which are deleted. */
  dropping: TaxRule[];
  adding: NewRule[];
};

/**
 * @param salesRate of the county; see `newYorkPreset`.
 * @returns an error if a rule started on that very day, and orders were placed since.
 */
export function planPreset(
  rules: readonly TaxRule[],
  day: StoreDate,
  { lastOrderDay, salesRate }: { lastOrderDay: string | null; salesRate: BasisPoints },
): { plan: PresetPlan } | { error: string } {
  const from = day.toString();
  const concerned = rules.filter(({ until }) => until === null || until > from);
  const preset = newYorkPreset(from, salesRate);
  // Applied again, it leaves what it would write as it is.
  const isSame = (one: TaxRule, other: TaxRule) =>
    termsSeen(one) === termsSeen(other) && one.from === other.from && one.until === other.until;
  const dropping = concerned.filter(
    (rule) => rule.from >= from && !preset.some((each) => isSame(each, rule)),
  );
  const started = dropping.find((rule) => hasOrders(rule, lastOrderDay));
  if (started)
    return {
      error: `“${started.name}” starts on this date, and orders were placed since. Choose a later date.`,
    };
  return {
    plan: {
      ending: concerned.filter((rule) => rule.from < from),
      dropping,
      adding: preset
        .filter((each) => !concerned.some((rule) => isSame(each, rule)))
        .map(({ id: _, ...rule }) => rule),
    },
  };
}

/** What two lines would cost on a day: $100 of cannabis and $50 of merchandise, the example of docs/law.md. */
export type WorkedExample = {
  day: string;
  parts: { name: string; rate: string; base: string; amount: string }[];
  total: string;
  /** The lines that no rule taxes on that day. */
  untaxed: string[];
};

const EXAMPLE = [
  { taxClass: 'cannabis', amount: cents(10_000) },
  { taxClass: 'merchandise', amount: cents(5_000) },
] as const;

export function workedExample(rules: readonly TaxRule[], day: StoreDate): WorkedExample {
  const tax = taxFor(EXAMPLE, rules, day);
  const before = EXAMPLE.reduce((sum, { amount }) => sum + amount, 0);
  return {
    day: formatDate(day),
    parts: tax.perRule.map(({ name, rate, base, amount }) => ({
      name,
      rate: rateWords(rate),
      base: formatCents(base),
      amount: formatCents(amount),
    })),
    total: formatCents(cents(before + tax.total)),
    untaxed: EXAMPLE.filter((_, line) => tax.perLine[line]?.parts.length === 0).map(({ taxClass }) =>
      classLabel(taxClass),
    ),
  };
}

/** The first day, from today on, without any tax on cannabis or merchandise; null if there is none. */
export function firstUntaxed(rules: readonly TaxRule[], today: StoreDate): WorkedExample | null {
  const now = today.toString();
  const turns = [now, ...rules.flatMap(({ from, until }) => [from, until ?? from])]
    .filter((day) => day >= now)
    .sort();
  for (const turn of new Set(turns)) {
    const day = parseDate(turn);
    const example = day && workedExample(rules, day);
    if (example && example.untaxed.length > 0) return example;
  }
  return null;
}
