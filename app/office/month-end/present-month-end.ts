/** Formats the books of a span for their page, each figure with the list of its receipts. For loaders. */
import type { DayRange } from '#core/records/analytics/range.ts';
import type { Books } from '#core/records/books/books-queries.server.ts';
import {
  type BookFigures,
  type CashFigures,
  isEmpty,
  isRounded,
  type SalesSums,
  sumOfCash,
} from '#core/records/books/figures.ts';
import { daysOfMonth, monthLabel, monthOf, monthValue, problemOfClosing } from '#core/records/books/month.ts';
import {
  basisWords,
  cashDifference,
  dayLabel,
  daysLabel,
  money,
  openOrders,
  personLabel,
  salesRows,
  taxClassLabel,
  taxRows,
} from '#core/records/books/present-books.ts';
import { NOT_ON_FILE, receiptsLink } from '#core/records/books/receipt-list.ts';
import { spanQuery } from '#core/records/books/span.ts';
import { taxReturnOf } from '#core/records/books/tax-return.ts';
import { formatNumber } from '#kernel/number.ts';
import { formatDateTime, instantOf, parseDate, type StoreDate } from '#kernel/time.ts';

/** A formatted figure, and where its receipts are; no link for sums of several lists and for zero. */
export type Figure = { text: string; to: string | null };

/** Which receipts. */
type Wanted = Parameters<typeof receiptsLink>[1];

const plain = (text: string): Figure => ({ text, to: null });

/** What the page shows. */
export function presentMonthEnd(
  books: Books,
  days: DayRange,
  { today, zone, licenseType }: { today: StoreDate; zone: string; licenseType: string },
) {
  const { figures } = books;
  return {
    days: daysLabel(figures),
    basis: basisWords(figures),
    isEmpty: isEmpty(figures),
    state: stateOf(books, days, today, zone),
    later: laterOf(books),
    ...presentFigures(figures),
    taxReturn: taxReturnRows(books, days, licenseType),
    history: books.history.map(({ id, month, what, by, reason, at }) => ({
      id,
      month: { label: monthLabel(month), to: `/admin/month-end?${spanQuery(daysOfMonth(month))}` },
      what: what === 'closed' ? 'Closed' : 'Reopened',
      by,
      reason,
      at: formatDateTime(instantOf(at), zone),
    })),
  };
}

export type PresentedMonthEnd = ReturnType<typeof presentMonthEnd>;

/** The lines of both returns, if the days are of a tax quarter. */
function taxReturnRows({ figures, taxClasses }: Books, days: DayRange, licenseType: string) {
  const filed = taxReturnOf(figures, days, taxClasses, /micro/i.test(licenseType));
  if (!filed) return null;
  const linesOf = (lines: typeof filed.sales) =>
    lines.map(({ where, what, amount }, index) => ({
      key: String(index),
      where,
      what,
      amount: money(amount),
    }));
  return {
    due: dayLabel(filed.dueOn),
    isPartial: filed.isPartial,
    isEstimated: filed.isEstimated,
    cannabis: linesOf(filed.cannabis),
    sales: linesOf(filed.sales),
  };
}

/** Whether the span is a month that is closed, may be closed, or is neither yet; links to what may be done. */
function stateOf({ closing, last }: Books, days: DayRange, today: StoreDate, zone: string) {
  const month = monthOf(days);
  if (!month) return null;
  const to = `/admin/month-end/close?month=${monthValue(month)}`;
  const label = monthLabel(month);
  if (closing)
    return {
      ...{ kind: 'closed' as const, label, to: last?.equals(month) ? to : null },
      words: `Closed ${formatDateTime(instantOf(closing.at), zone)} by ${closing.by}. These figures no longer change.`,
    };
  // The refusal's words do not need who closed an earlier month.
  const latest = last && { id: '', month: last, attempt: 0, by: '', at: new Date(0) };
  const problem = problemOfClosing(month, latest, today, zone);
  if (!problem) return { kind: 'open' as const, label, to, words: `${label} is not closed yet.` };
  return problem.kind === 'not-next'
    ? { kind: 'later' as const, label, to: null, words: `Close ${monthLabel(problem.next)} before ${label}.` }
    : null;
}

function laterOf({ later }: Books): string | null {
  const { net, tax, orders } = later;
  if (net === 0 && tax === 0 && orders === 0) return null;
  const change = (amount: number) => `${amount < 0 ? '−' : '+'}${money(Math.abs(amount))}`;
  return `Since these days were closed, their net sales changed by ${change(net)} and their tax by ${change(tax)}. The books count it as corrections on the days of the changes.`;
}

/** The tables, also of a month about to be closed. */
export function presentFigures(figures: BookFigures) {
  const days = { from: figures.from, to: figures.to };
  const link = (text: string, value: number, wanted: Wanted): Figure =>
    value === 0 ? plain(text) : { text, to: receiptsLink(days, wanted) };
  const { classes, own, corrections, total } = salesRows(figures);
  const open = openOrders(figures);
  const salesRow = (
    key: string,
    label: string,
    sums: SalesSums,
    taxClass: string | undefined,
    isLinked = true,
  ) => {
    const figure = (value: number, wanted: Wanted = {}) =>
      isLinked ? link(money(value), value, { class: taxClass, ...wanted }) : plain(money(value));
    return {
      key,
      label,
      units: formatNumber(sums.units),
      gross: figure(sums.gross),
      discount: figure(sums.discount, { only: 'discounted' }),
      refunded: figure(sums.refunded, { kind: 'refund' }),
      net: figure(sums.net),
      tax: figure(sums.tax),
      cost: figure(sums.cost),
      uncosted: figure(sums.uncosted, { only: 'no-cost' }),
    };
  };
  const taxes = taxRows(figures);
  return {
    orders: link(formatNumber(figures.orders), figures.orders, {}),
    sales: [
      ...classes.map((sums) => salesRow(sums.taxClass, taxClassLabel(sums.taxClass), sums, sums.taxClass)),
      ...(corrections
        ? [salesRow('corrections', 'Corrections of earlier months', corrections, undefined, false)]
        : []),
    ],
    total: salesRow('total', 'Total', total, undefined, corrections === null),
    uncosted: own.uncosted === 0 ? null : link(money(own.uncosted), own.uncosted, { only: 'no-cost' }),
    taxes: taxes.rows.map((rule, index) => {
      const figure = (value: number, wanted: Wanted = {}) =>
        rule.isCorrection ? plain(money(value)) : link(money(value), value, { rule: rule.ruleId, ...wanted });
      return {
        key: String(index),
        label: rule.label,
        base: figure(rule.netBase),
        amount: figure(rule.amount),
        refunded: figure(rule.refunded, { kind: 'refund' }),
        net: figure(rule.net),
      };
    }),
    taxTotal: money(taxes.total),
    ...cashOf(figures),
    cashDifference: cashDifference(figures),
    open:
      open.orders === 0
        ? null
        : {
            ...open,
            // The list has the orders that are open now; those of a closed month are on file as a number.
            orders: figures.placed
              ? link(formatNumber(open.orders), open.orders, { only: 'placed' })
              : plain(formatNumber(open.orders)),
            one: open.orders === 1,
            total: money(open.total),
          },
    inventory: [figures.inventory.opening, figures.inventory.closing].map((value, index) => ({
      label: index === 0 ? 'At the start' : 'At the end',
      day: dayLabel(value.day),
      value: money(value.value),
      units: formatNumber(value.units - value.unitsWithoutCost),
      without: value.unitsWithoutCost === 0 ? null : formatNumber(value.unitsWithoutCost),
      isLate: value.isLate,
    })),
    corrections: figures.corrections.map((correction, index) => ({
      key: String(index),
      number: correction.number,
      what: [
        correction.cause,
        correction.by ? `by ${correction.by}` : '',
        correction.reason ? `“${correction.reason}”` : '',
      ]
        .filter(Boolean)
        .join(' '),
      day: dayLabel(correction.day),
      bookedOn: dayLabel(correction.bookedOn),
      net: money(correction.net),
      tax: money(correction.tax),
      cash: money(correction.cash),
    })),
  };
}

/** Longer spans show cash by month. */
const MOST_DAYS = 100;

/** By person, and by day or month and person. */
function cashOf({ from, to, cash }: BookFigures) {
  const [first, last] = [parseDate(from), parseDate(to)];
  const byMonth = first !== null && last !== null && first.until(last).days >= MOST_DAYS;
  const grouped = (keyOf: (row: CashFigures) => string) => {
    const groups = Map.groupBy(cash, (row) => JSON.stringify([keyOf(row), row.personId, row.person]));
    return Array.from(groups, ([key, all]) => ({ key, all, ...(all as [CashFigures])[0] }));
  };
  return {
    cashIsByMonth: byMonth,
    isRounded: isRounded(cash),
    persons: grouped(() => '').map(({ key, all, personId, person }) => ({
      key,
      ...cashRow(all, { from, to }, personId, person),
    })),
    cash: grouped(({ day }) => (byMonth ? day.slice(0, 7) : day)).map(
      ({ key, all, day, personId, person }) => {
        const month = byMonth ? parseDate(`${day.slice(0, 7)}-01`) : null;
        const end = month && daysOfMonth(month).to.toString();
        const span =
          month && end ? { from: max(month.toString(), from), to: min(end, to) } : { from: day, to: day };
        return {
          key,
          day: month ? plain(monthLabel(month)) : { text: dayLabel(day), to: `/admin/cash/${day}` },
          ...cashRow(all, span, personId, person),
        };
      },
    ),
    cashTotal: cashRow(cash, { from, to }),
  };
}

/** Sums of cash with their receipts: of one person, or of all. */
function cashRow(
  cash: readonly CashFigures[],
  days: { from: string; to: string },
  personId?: string,
  person = '',
) {
  const sums = sumOfCash(cash);
  const by = personId === undefined ? {} : { person: personId || NOT_ON_FILE };
  const figure = (amount: number, kind: string): Figure =>
    amount === 0 ? plain(money(0)) : { text: money(amount), to: receiptsLink(days, { kind, ...by }) };
  return {
    person: personLabel(person),
    taken: figure(sums.taken, 'taken'),
    returned: figure(sums.returned, 'returned'),
    rounding: money(sums.rounding),
    net: money(sums.cash),
  };
}

const max = (one: string, other: string) => (one > other ? one : other);
const min = (one: string, other: string) => (one < other ? one : other);
