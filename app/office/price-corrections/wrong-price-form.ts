/** The form that finds everyone who paid a wrong price: its fields as the address has them, and what they mean. Pure. */
import type { Wrong } from '#core/sales/price-corrections/affected.ts';
import { parseCash } from '#kernel/money.ts';
import { type SaleWay, saleWays } from '#kernel/statuses.ts';
import { momentOf } from '#kernel/time.ts';

/** As typed; times as `datetime-local` has them, in the store's zone. */
export type WrongFields = Record<'from' | 'until' | 'wrong' | 'right' | 'lot' | 'way', string>;

const names = ['from', 'until', 'wrong', 'right', 'lot', 'way'] as const;

export const wrongFields = (search: URLSearchParams): WrongFields =>
  Object.fromEntries(
    names.map((name) => [name, (search.get(name) ?? '').trim().slice(0, 40)]),
  ) as WrongFields;

/** Nothing was asked yet. */
export const isBlank = (fields: WrongFields): boolean => names.every((name) => fields[name] === '');

/** By field, what is wrong; or what is asked. */
export function readWrong(
  productId: number,
  fields: WrongFields,
  zone: string,
): { ok: true; wrong: Wrong } | { ok: false; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const from = momentOf(fields.from, zone);
  const until = momentOf(fields.until, zone);
  if (!from) errors.from = ['Enter the day and time the wrong price began.'];
  if (!until) errors.until = ['Enter the day and time it ended.'];
  if (from && until && until.since(from).sign <= 0) errors.until = ['The end comes before the start.'];
  const rightPrice = parseCash(fields.right);
  if (rightPrice === null) errors.right = ['Enter what one unit should have cost, like 25.00.'];
  const wrongPrice = fields.wrong === '' ? null : parseCash(fields.wrong);
  if (fields.wrong !== '' && wrongPrice === null)
    errors.wrong = ['Enter a price, like 27.50, or leave it empty.'];
  if (wrongPrice !== null && rightPrice !== null && wrongPrice <= rightPrice)
    errors.right = ['The right price must be lower than the wrong one.'];
  if (Object.keys(errors).length > 0 || !from || !until || rightPrice === null) return { ok: false, errors };
  const lot = /^[1-9]\d{0,8}$/.test(fields.lot) ? Number(fields.lot) : null;
  const way: SaleWay | null = saleWays.find((each) => each === fields.way) ?? null;
  return { ok: true, wrong: { productId, from, until, wrongPrice, rightPrice, lotId: lot, way } };
}
