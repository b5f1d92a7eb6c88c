/**
 * Computes a refund: units of an order's lines, or an amount of what was paid, refunded in cash. Never more than was
 * paid; the refunded parts of a line's tax add up to it exactly. docs/law.md, Returns, says what happens to the goods.
 */
import type { RefundSettings } from '#core/ground/settings/settings.ts';
import type { StoredRefundLine, StoredTaxPart } from '#db/schema/orders.ts';
import { allocate, cents, formatCents } from '#kernel/money.ts';
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { RefundGoods } from '#kernel/statuses.ts';

/** A line as it was sold; money in cents; `amount` and `tax` cover all its units. */
export type SoldLine = {
  id: string;
  productId: number;
  productName: string;
  quantity: number;
  unitPrice: number;
  tax: number;
  taxParts: readonly StoredTaxPart[];
};

/**
 * Units to refund by line, or all that are left, or an amount in cents with its tax (null is no amount), or what one
 * line was charged too much: `amount` before tax, and its tax.
 */
export type WantedUnits =
  | 'all'
  | ReadonlyMap<string, number>
  | { amount: number | null }
  | { difference: { itemId: string; amount: number; tax: number } };

export type RefundProblem =
  | Common<'not-allowed' | 'not-found' | 'stale'>
  | { kind: 'not-paid' }
  /** Neither handed over nor canceled. */
  | { kind: 'still-open' }
  /** The order was never handed over, so its goods cannot come back. */
  | { kind: 'never-left' }
  | { kind: 'nothing-left' }
  | { kind: 'nothing-chosen' }
  /** More than staff may refund of one order, earlier refunds included. In cents. */
  | { kind: 'over-staff-limit'; limit: number }
  /** More refunds, or more cents, than one of the staff may refund in a day. */
  | { kind: 'over-staff-day'; refunds: number; amount: number }
  /** More than the person who said yes may refund. */
  | { kind: 'over-their-limit' }
  /** Paid longer ago than staff may refund. */
  | { kind: 'too-old-for-staff'; days: number }
  | { kind: 'too-many'; itemId: string; left: number }
  /** No amount of a cent or more. */
  | { kind: 'no-amount' }
  /** More than was paid and not refunded yet, in cents. */
  | { kind: 'too-much'; left: number }
  | { kind: 'units-and-amount' }
  /** The page asked about other cash, in cents. */
  | { kind: 'cash-changed'; cash: number };

export type Refund = { lines: StoredRefundLine[]; amount: number; tax: number };

/**
 * Checks the bounds of a person who may not refund any amount: their refunds of the day, and the age of the payment.
 * Who has a limit of their own for one order may refund that much in a day.
 * @param own their own limit of one order, in cents; 0 without one
 * @param today what they refunded since midnight, in cents
 */
export function checkStaffRefund(
  { staffPerDay, staffDayAmount, staffDays }: RefundSettings,
  {
    amount,
    own,
    today,
    paidDaysAgo,
  }: { amount: number; own: number; today: { count: number; amount: number }; paidDaysAgo: number },
): Result<null, RefundProblem> {
  if (paidDaysAgo > staffDays) return refuse({ kind: 'too-old-for-staff', days: staffDays });
  const most = Math.max(staffDayAmount, own);
  if (today.count >= staffPerDay || today.amount + amount > most)
    return refuse({ kind: 'over-staff-day', refunds: staffPerDay, amount: most });
  return succeed(null);
}

/** The form field for a line's units. */
export const unitsField = (itemId: string) => `units-${itemId}`;

/** The form field for an amount in dollars, in place of units. */
export const AMOUNT_FIELD = 'amount';

/** Units of a line that were already refunded. */
export function unitsRefunded(before: readonly StoredRefundLine[], itemId: string): number {
  return before.reduce((sum, line) => (line.itemId === itemId ? sum + line.quantity : sum), 0);
}

/**
 * Computes the refund of these units or this amount after earlier refunds. A unit's refund is its share of what is left of
 * its line, so an amount that was refunded before is not refunded twice. Refuses zero, and more than is left.
 */
export function refundOf(
  items: readonly SoldLine[],
  before: readonly StoredRefundLine[],
  wanted: WantedUnits,
): Result<Refund, RefundProblem> {
  const left = items.map((item) => leftOf(item, before));
  if (typeof wanted === 'object' && 'amount' in wanted) return refundOfAmount(left, wanted.amount);
  if (typeof wanted === 'object' && 'difference' in wanted)
    return refundOfDifference(left, wanted.difference);
  const lines: StoredRefundLine[] = [];
  for (const line of left) {
    const quantity = wanted === 'all' ? line.units : (wanted.get(line.item.id) ?? 0);
    if (!Number.isSafeInteger(quantity) || quantity < 0 || quantity > line.units)
      return refuse({ kind: 'too-many', itemId: line.item.id, left: line.units });
    if (quantity === 0) continue;
    const share = (cents: number) => Math.round((cents * quantity) / line.units);
    lines.push(refundedLine(line, { quantity, amount: share(line.amount), tax: share(line.tax) }));
  }
  const made = sumOf(lines);
  if (made.amount > 0) return succeed(made);
  return refuse({ kind: wanted === 'all' ? 'nothing-left' : 'nothing-chosen' });
}

/** Splits an amount over the lines and their tax by what is left of each: its tax has the order's own ratio. */
function refundOfAmount(left: readonly LeftOfLine[], amount: number | null): Result<Refund, RefundProblem> {
  if (amount === null || !Number.isSafeInteger(amount) || amount <= 0) return refuse({ kind: 'no-amount' });
  const most = left.reduce((sum, line) => sum + line.amount + line.tax, 0);
  if (most === 0) return refuse({ kind: 'nothing-left' });
  if (amount > most) return refuse({ kind: 'too-much', left: most });
  const shares = allocate(
    cents(amount),
    left.flatMap((line) => [line.amount, line.tax]),
  );
  const lines = left.map((line, index) =>
    refundedLine(line, { quantity: 0, amount: shares[2 * index] ?? 0, tax: shares[2 * index + 1] ?? 0 }),
  );
  return succeed(sumOf(lines.filter((line) => line.amount + line.tax > 0)));
}

/** Takes the difference off its line alone: what was too much for one product is refunded of that product. */
function refundOfDifference(
  left: readonly LeftOfLine[],
  { itemId, amount, tax }: { itemId: string; amount: number; tax: number },
): Result<Refund, RefundProblem> {
  const line = left.find(({ item }) => item.id === itemId);
  if (!line || line.amount + line.tax === 0) return refuse({ kind: 'nothing-left' });
  if (amount + tax <= 0) return refuse({ kind: 'no-amount' });
  if (amount > line.amount || tax > line.tax)
    return refuse({ kind: 'too-much', left: line.amount + line.tax });
  return succeed(sumOf([refundedLine(line, { quantity: 0, amount, tax })]));
}

/** What earlier refunds left of a line: units, money before tax, tax, and tax by rule. */
export type LeftOfLine = {
  item: SoldLine;
  units: number;
  amount: number;
  tax: number;
  taxParts: StoredTaxPart[];
};

/** What earlier refunds of an order left of one of its lines. */
export function leftOf(item: SoldLine, before: readonly StoredRefundLine[]): LeftOfLine {
  const earlier = before.filter(({ itemId }) => itemId === item.id);
  return {
    item,
    units: item.quantity - unitsRefunded(earlier, item.id),
    amount: earlier.reduce((rest, line) => rest - line.amount, item.unitPrice * item.quantity),
    tax: earlier.reduce((rest, line) => rest - line.tax, item.tax),
    taxParts: item.taxParts.map((part, index) => ({
      ...part,
      base: earlier.reduce((rest, line) => rest - (line.taxParts[index]?.base ?? 0), part.base),
      amount: earlier.reduce((rest, line) => rest - (line.taxParts[index]?.amount ?? 0), part.amount),
    })),
  };
}

/** Splits the refunded tax over the line's rules by what is left of each, so that no rule is refunded more than it was. */
function refundedLine(
  left: LeftOfLine,
  { quantity, amount, tax }: { quantity: number; amount: number; tax: number },
): StoredRefundLine {
  const { item, taxParts } = left;
  const shares = allocate(
    cents(tax),
    taxParts.map((part) => part.amount),
  );
  const part = (amount + tax) / (left.amount + left.tax || 1);
  return {
    ...{ itemId: item.id, productId: item.productId, name: item.productName },
    ...{ quantity, amount, tax },
    taxParts: taxParts.map((rule, index) => ({
      ...rule,
      base: Math.round(rule.base * (quantity > 0 ? quantity / left.units : part)),
      amount: shares[index] ?? 0,
    })),
  };
}

function sumOf(lines: StoredRefundLine[]): Refund {
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  return { lines, amount: lines.reduce((sum, line) => sum + line.amount, tax), tax };
}

/** '1 × Kestrel, 2 × Mug'; 'part of the price' for a refund by amount. */
export function unitsLabel(lines: readonly Pick<StoredRefundLine, 'quantity' | 'name'>[]): string {
  if (lines.every(({ quantity }) => quantity === 0)) return 'part of the price';
  return lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');
}

export const goodsLabel: Readonly<Record<RefundGoods, string>> = {
  kept: 'The customer keeps the goods',
  returned: 'The goods came back',
};

/** What is shown about the goods afterwards. */
export const goodsOutcome: Readonly<Record<RefundGoods, string | null>> = {
  kept: null,
  returned:
    'Goods came back. Returned cannabis is written off, or quarantined if its batch is recalled. Other goods are back in stock.',
};

/** Shown when nothing is left to refund of an order that was refundable a moment ago. */
export const REFUNDED_MEANWHILE =
  'Someone else just recorded a refund of this order. Nothing was recorded twice.';

/** For people who may not, before they fill in anything. */
export const NO_REFUNDS = 'You may not give refunds.';
const YES_HERE = 'On a shared tablet (Switch), a colleague with a PIN can say yes here.';

/** What such a person does instead. @param isHere whether a colleague can say yes on this tablet */
export const noRefundsWays = (isHere: boolean): string =>
  isHere
    ? 'Fill it in. Someone who may says yes here with their PIN.'
    : `Ask an admin to record it, or to raise the limit: for all staff in Settings, for you in Users. ${YES_HERE}`;

/** How more than the limit is refunded. @param isHere as above */
export const moreWords = (isHere: boolean): string =>
  isHere
    ? 'More needs the yes of someone who may refund more, here with their PIN.'
    : `More needs someone who may refund more. ${YES_HERE}`;

/** 'You can refund up to $50.00 of this order.' @param limit cents */
export const staffLimitWords = (limit: number): string =>
  `You can refund up to ${formatCents(cents(limit))} of this order.`;

/** The message for each refusal. */
export function refundMessage(problem: RefundProblem): string {
  switch (problem.kind) {
    case 'not-paid':
      return 'Nothing was paid for this order, so there is nothing to refund.';
    case 'still-open':
      return 'This order is still open. Cancel it or hand it over first.';
    case 'never-left':
      return 'This order was never handed over, so no goods can be returned.';
    case 'nothing-left':
      return 'This order is already fully refunded.';
    case 'nothing-chosen':
      return 'Choose the units to refund.';
    case 'over-staff-limit':
      return `${staffLimitWords(problem.limit)} Ask an admin for more.`;
    case 'over-staff-day':
      return `You can make ${problem.refunds} refunds of ${formatCents(cents(problem.amount))} together in a day. Ask an admin for more.`;
    case 'over-their-limit':
      return 'This is more than they may refund. Ask someone else to say yes.';
    case 'too-old-for-staff':
      return `This order was paid more than ${problem.days} days ago. Ask an admin to refund it.`;
    case 'too-many':
      return problem.left === 1 ? 'At most 1 unit is left.' : `At most ${problem.left} units are left.`;
    case 'no-amount':
      return 'Enter an amount in dollars and cents, such as 2.50.';
    case 'too-much':
      return `At most ${formatCents(cents(problem.left))} is left to refund.`;
    case 'units-and-amount':
      return 'Choose units or an amount, not both.';
    case 'cash-changed':
      return `The cash to return is now ${formatCents(cents(problem.cash))}.`;
    default:
      return commonMessage(problem, 'Order');
  }
}
