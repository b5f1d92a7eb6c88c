/**
 * New York's quarterly returns from the books: which figure goes into which line. Pure; money in cents. Sources: Tax Law
 * §§493 and 495 (cannabis), Form ST-100 (sales tax). Both quarters end with February, May, August and November.
 */
import type { DayRange } from '#core/records/analytics/range.ts';
import { nextTaxReturn } from '#core/records/dates/store-date.ts';
import type { BookFigures } from './figures.ts';
import { rate, salesRows, taxRows } from './present-books.ts';

/** `where` is the line's name on the form or in Web File. */
export type ReturnLine = { where: string; what: string; amount: number };

export type TaxReturn = {
  /** yyyy-mm-dd */
  dueOn: string;
  /** Whether days of its quarter are still to come. */
  isPartial: boolean;
  cannabis: ReturnLine[];
  sales: ReturnLine[];
  /** A rule on every tax class, such as an estimate, is in neither return: then no line is right. */
  isEstimated: boolean;
};

/** Of the amount charged, what a microbusiness owes the distributor's tax on, and its rate; basis points. */
const OWN_SHARE = 7_500;
const OWN_RATE = 900;

const share = (amount: number, basisPoints: number) => Math.round((amount * basisPoints) / 10_000);

/**
 * The returns of a tax quarter; null for other days.
 * @param taxClasses of the rules by id, '*' for every class
 * @param isMicrobusiness owes the distributor's tax on its own retail sales too
 */
export function taxReturnOf(
  figures: BookFigures,
  days: DayRange,
  taxClasses: Readonly<Record<string, string>>,
  isMicrobusiness: boolean,
): TaxReturn | null {
  const { from, to } = days;
  const end = from.add({ months: 3 }).subtract({ days: 1 });
  if (from.day !== 1 || from.month % 3 !== 0 || end.since(to).sign < 0) return null;
  // A correction of an earlier month is filed with the quarter in which it is booked.
  const rules = taxRows(figures).rows.map((rule) => ({ ...rule, of: taxClasses[rule.ruleId] ?? '*' }));
  const cannabis = rules.filter(({ of }) => of === 'cannabis');
  const others = rules.filter(({ of }) => of !== 'cannabis' && of !== '*');
  const charged = largestBase(cannabis);
  const gross = salesRows(figures).total.net;
  const taxable = largestBase(others);
  return {
    dueOn: nextTaxReturn(end.add({ days: 1 })).dueOn.toString(),
    isPartial: !end.equals(to),
    isEstimated: rules.some(({ of, net }) => of === '*' && net !== 0),
    cannabis: [
      { where: 'Retail sales', what: 'Amount charged to customers', amount: charged },
      ...cannabis.map(({ label, net }) => ({ where: 'Retail tax', what: label, amount: net })),
      ...(isMicrobusiness
        ? [
            {
              where: 'Distributor tax, own retail sales',
              what: `${rate(OWN_SHARE)} of the amount charged`,
              amount: share(charged, OWN_SHARE),
            },
            {
              where: 'Distributor tax',
              what: `${rate(OWN_RATE)} of it, a cost of yours: on no receipt`,
              amount: share(share(charged, OWN_SHARE), OWN_RATE),
            },
          ]
        : []),
    ],
    sales: [
      { where: 'Line 1', what: 'Gross sales and services, without tax', amount: gross },
      { where: 'Line 1a', what: 'Nontaxable sales: cannabis and exempt goods', amount: gross - taxable },
      ...others.flatMap(({ label, netBase, net }) => [
        { where: 'Your county, column C', what: `Taxable sales at ${label}`, amount: netBase },
        { where: 'Your county, column F', what: `Tax due at ${label}`, amount: net },
      ]),
    ],
  };
}

/** Rules on the same sales have the same base; a rate that changed within the quarter has a base of its own. */
function largestBase(rules: readonly { name: string; netBase: number }[]): number {
  const byName = new Map<string, number>();
  for (const { name, netBase } of rules) byName.set(name, (byName.get(name) ?? 0) + netBase);
  return Math.max(0, ...byName.values());
}
