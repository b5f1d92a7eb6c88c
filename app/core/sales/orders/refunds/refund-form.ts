/** Defines the form that records a refund. Parsed on the server; browsers do not load its schema. */
import { z } from 'zod';
import { cashToReturn } from '#core/sales/cash-desk/cash-rounding.ts';
import { cents, formatCents, parseCash } from '#kernel/money.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { refundGoods } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import type { FormRefusal } from '#platform/requests/form.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import {
  AMOUNT_FIELD,
  type RefundProblem,
  refundMessage,
  refundOf,
  unitsField,
  type WantedUnits,
} from './refund.ts';
import type { RefundableOrder } from './refunds-queries.server.ts';

export const refundForm = z.object({
  whole: z
    .literal('1')
    .optional()
    .transform((value) => value === '1'),
  goods: z.enum(refundGoods).default('kept'),
  reason: z
    .string()
    .overwrite(cleanText)
    .min(1, 'Enter a reason. It is saved with the order.')
    .max(400, 'At most 400 characters, please.')
    .refine(isPlainText, 'Remove special characters.'),
  /** The version staff looked at. */
  version: shownNumber(),
});

/**
 * All remaining units, the amount in dollars, or the quantity entered for each line; an empty field is 0. Text that is not
 * a whole number counts as too many. An amount and units at once are refused.
 */
export function wantedRefund(
  form: FormData,
  itemIds: readonly string[],
): Result<WantedUnits, { kind: 'units-and-amount' }> {
  const isWhole = form.get('whole') === '1';
  const units = unitsIn(form, itemIds);
  const typed = String(form.get(AMOUNT_FIELD) ?? '').trim();
  if (typed === '') return succeed(isWhole ? 'all' : units);
  if (isWhole || [...units.values()].some((count) => count !== 0))
    return refuse({ kind: 'units-and-amount' });
  return succeed({ amount: parseCash(typed) });
}

function unitsIn(form: FormData, itemIds: readonly string[]): Map<string, number> {
  return new Map(
    itemIds.map((itemId) => {
      const typed = String(form.get(unitsField(itemId)) ?? '').trim();
      return [itemId, /^\d{0,6}$/.test(typed) ? Number(typed) : Number.NaN];
    }),
  );
}

/** The question before a refund is recorded, and the cents it is about; the form sends them back as `confirmed`. */
export type RefundAnswer = FormRefusal & { confirm?: number };

/** Asks before this refund is recorded; null if the units are refused anyway, or staff have confirmed this cash. */
export function refundQuestion(
  order: Pick<RefundableOrder, 'lines' | 'before' | 'cash'>,
  units: WantedUnits,
  rounds: boolean,
  confirmed: unknown,
): { message: string; amount: number } | null {
  const outcome = refundOf(order.lines, order.before, units);
  if (!outcome.ok) return null;
  const amount = cashToReturn(outcome.value.amount, order.cash, rounds);
  if (confirmed === String(amount)) return null;
  const message = `Give the customer ${formatCents(cents(amount))} in cash? A refund cannot be undone.`;
  return { message, amount };
}

/** A refused form also shows errors about its units, before all others: they come first on the screen. */
export function withUnits(
  refusal: FormRefusal,
  order: Pick<RefundableOrder, 'lines' | 'before'>,
  units: WantedUnits,
): FormRefusal {
  const outcome = refundOf(order.lines, order.before, units);
  return outcome.ok ? refusal : besideUnits(outcome.problem, order, refusal);
}

/** Moves an error about the units to the field that fixes it; returns any other refusal unchanged. */
export function besideUnits(
  problem: RefundProblem,
  { lines }: Pick<RefundableOrder, 'lines'>,
  refusal: FormRefusal,
): FormRefusal {
  if (isAboutAmount(problem)) return besideField(AMOUNT_FIELD, problem, refusal);
  const itemId =
    problem.kind === 'too-many'
      ? problem.itemId
      : problem.kind === 'nothing-chosen'
        ? lines.find(({ left }) => left > 0)?.id
        : undefined;
  return itemId === undefined ? refusal : besideField(unitsField(itemId), problem, refusal);
}

const isAboutAmount = ({ kind }: RefundProblem) =>
  kind === 'no-amount' || kind === 'too-much' || kind === 'units-and-amount';

function besideField(field: string, problem: RefundProblem, refusal: FormRefusal): FormRefusal {
  const { message: _, ...rest } = refusal;
  return { ...rest, errors: { [field]: [refundMessage(problem)], ...refusal.errors } };
}
