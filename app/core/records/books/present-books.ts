/** Words and tables of the books, the same on screen, in the file and on paper. Money in cents. */
import { roundingWords } from '#core/sales/cash-desk/cash-rounding.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { type BookFigures, type SalesSums, sumOfCash, sumOfClasses } from './figures.ts';

export const money = (amount: number): string => formatCents(cents(amount));

/** '12%', '8.875%' from basis points. */
export const rate = (basisPoints: number): string => `${basisPoints / 100}%`;

/** 'Cannabis' */
export function taxClassLabel(taxClass: string): string {
  return taxClass === '' ? 'No tax class' : taxClass.charAt(0).toUpperCase() + taxClass.slice(1);
}

/** 'Oct 1, 2026'; the text itself if it is no date. */
export function dayLabel(day: string): string {
  const date = parseDate(day);
  return date ? formatDate(date) : day;
}

/** 'Oct 1, 2026 – Oct 31, 2026' */
export function daysLabel({ from, to }: Pick<BookFigures, 'from' | 'to'>): string {
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;
}

export const personLabel = (person: string): string => person || 'Not on file';

/** The columns of sales by tax class, in order. */
export const salesColumns = [
  ['gross', 'Gross sales'],
  ['discount', 'Discounts'],
  ['refunded', 'Refunds'],
  ['net', 'Net sales'],
  ['tax', 'Tax'],
  ['cost', 'Cost of goods'],
] as const satisfies readonly (readonly [keyof SalesSums, string])[];

/** The tax classes, what earlier months are corrected by, and the totals. */
export function salesRows(figures: BookFigures) {
  const own = sumOfClasses(figures.classes);
  const corrections = sumOfClasses(figures.correctedClasses);
  const hasCorrections = figures.correctedClasses.length > 0;
  return {
    classes: figures.classes,
    own,
    corrections: hasCorrections ? corrections : null,
    total: hasCorrections ? sumOfClasses([own, corrections]) : own,
  };
}

/** Each rule less its refunds; corrections of earlier months are rows of their own. */
export function taxRows({ rules, correctedRules }: BookFigures) {
  const rows = [
    ...rules.map((rule) => ({ ...rule, isCorrection: false })),
    ...correctedRules.map((rule) => ({ ...rule, isCorrection: true })),
  ].map((rule) => ({
    ...rule,
    netBase: rule.base - rule.refundedBase,
    net: rule.amount - rule.refunded,
    label: `${rule.name} ${rate(rule.rate)}${rule.isCorrection ? ', correction' : ''}`,
  }));
  return { rows, total: rows.reduce((sum, { net }) => sum + net, 0) };
}

/** On which day these figures count a sale, a refund and cash. */
export function basisWords({ basis }: Pick<BookFigures, 'basis'>): string {
  return basis === 'hand-over'
    ? 'Sales and tax count on the day of the hand-over; refunds and cash on the day the money moved.'
    : 'This month was closed when sales still counted on the day they were placed; refunds and cash on the day the money moved.';
}

/** The orders of these days that were not handed over, or, in months closed earlier, not paid. */
export function openOrders({ placed, unpaid }: Pick<BookFigures, 'placed' | 'unpaid'>) {
  const { orders, total } = placed ?? unpaid ?? { orders: 0, total: 0 };
  return placed
    ? { label: 'Placed, not handed over yet', orders, total, inSales: false }
    : { label: 'Not paid yet', orders, total, inSales: true };
}

/** Why the cash of these days is not their net sales with tax; null where both are equal. */
export function cashDifference(figures: BookFigures): string | null {
  const { total } = salesRows(figures);
  const { taken, returned, rounding, cash } = sumOfCash(figures.cash);
  const sales = total.net + total.tax;
  if (sales === cash) return null;
  const differs = `${money(Math.abs(cash - sales))} ${cash > sales ? 'more' : 'less'}`;
  const reasons = [
    sales === taken - returned
      ? null
      : figures.basis === 'hand-over'
        ? 'an order is a sale on the day it is handed over, and cash on the day it is paid'
        : 'an order is a sale on the day it is placed, and cash on the day it is paid',
    rounding === 0 ? null : `cash rounding is ${roundingWords(rounding)}`,
  ];
  return `Net sales with tax are ${money(sales)}. Cash is ${differs}: ${reasons.filter(Boolean).join('; ')}.`;
}
