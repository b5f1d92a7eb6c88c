/** The figures of the books for a span of days, as the accountant reads them. Pure; money in cents. */

/** Sums of line amounts before tax. `net` and `tax` are without refunds. */
export type SalesSums = {
  units: number;
  /** At list prices. */
  gross: number;
  discount: number;
  refunded: number;
  net: number;
  tax: number;
  /** Wholesale cost of what was sold, less what came back; only of lines with a wholesale price. */
  cost: number;
  /** Net amount of the lines without a wholesale price: their cost is missing in `cost`. */
  uncosted: number;
};

export type ClassFigures = SalesSums & { taxClass: string };

/** A rule as it was at the sales; `base` and `amount` are before refunds. */
export type RuleFigures = {
  ruleId: string;
  name: string;
  /** In basis points. */
  rate: number;
  base: number;
  amount: number;
  refundedBase: number;
  refunded: number;
};

/** Cash of one person on one day: paid for orders, returned in refunds, whatever became of the orders. */
export type CashFigures = {
  /** yyyy-mm-dd */
  day: string;
  /** '' where the person is not on file. */
  personId: string;
  person: string;
  payments: number;
  taken: number;
  refunds: number;
  returned: number;
  /** What rounding to the nickel added to both; not on file for months closed before it existed. */
  rounding?: number;
};

/** What changed one order's share of a closed month, and when. */
export type Correction = {
  /** 'ORD042' */
  number: string;
  /** The closed day that it corrects, and the day it counts on; yyyy-mm-dd. */
  day: string;
  bookedOn: string;
  /** 'Canceled' */
  cause: string;
  by: string | null;
  reason: string | null;
  orders: number;
  net: number;
  tax: number;
  cash: number;
};

export type InventoryValue = {
  /** yyyy-mm-dd: at the end of this day. */
  day: string;
  units: number;
  value: number;
  /** Units of products without a wholesale price: not in `value`. */
  unitsWithoutCost: number;
  /** Computed later, at the wholesale prices of the day it was computed. */
  isLate: boolean;
};

/** Open orders; `total` is with tax. */
export type PlacedOrders = { orders: number; total: number };

export type BookFigures = {
  /** yyyy-mm-dd, both included. */
  from: string;
  to: string;
  /** On which day a sale counts; missing in months closed before 2026-11-29, which counted it when it was placed. */
  basis?: 'hand-over';
  /** Orders that were handed over. */
  orders: number;
  classes: ClassFigures[];
  rules: RuleFigures[];
  cash: CashFigures[];
  /** Orders placed on these days and not handed over yet: in no other figure. */
  placed?: PlacedOrders;
  /** In months closed before 2026-11-29: orders of these days that were not paid yet, which their sales include. */
  unpaid?: PlacedOrders;
  /** What these days correct of earlier, closed months; not in the figures above. */
  corrections: Correction[];
  correctedClasses: ClassFigures[];
  correctedRules: RuleFigures[];
  inventory: { opening: InventoryValue; closing: InventoryValue };
};

const none: SalesSums = {
  units: 0,
  gross: 0,
  discount: 0,
  refunded: 0,
  net: 0,
  tax: 0,
  cost: 0,
  uncosted: 0,
};

export function sumOfClasses(classes: readonly SalesSums[]): SalesSums {
  const total = { ...none };
  for (const sums of classes)
    for (const name of Object.keys(none) as (keyof SalesSums)[]) total[name] += sums[name];
  return total;
}

/** `cash` is taken - returned + rounding. */
export function sumOfCash(cash: readonly CashFigures[]) {
  const taken = cash.reduce((sum, { taken }) => sum + taken, 0);
  const returned = cash.reduce((sum, { returned }) => sum + returned, 0);
  const rounding = cash.reduce((sum, { rounding = 0 }) => sum + rounding, 0);
  return { taken, returned, rounding, cash: taken - returned + rounding };
}

/** Whether any of this cash was rounded. */
export const isRounded = (cash: readonly CashFigures[]): boolean =>
  cash.some(({ rounding = 0 }) => rounding !== 0);

/** Whether nothing was sold, taken, returned or corrected. */
export function isEmpty({ orders, classes, cash, corrections }: BookFigures): boolean {
  return orders === 0 && classes.length === 0 && cash.length === 0 && corrections.length === 0;
}
