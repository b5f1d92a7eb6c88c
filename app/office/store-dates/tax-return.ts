/** Computes the next cannabis tax return, offered as a date that matters. */
import { nextTaxReturn } from '#core/records/dates/store-date.ts';
import { formatDate, type StoreDate } from '#kernel/time.ts';

export const TAX_RETURN = 'State tax return';

export type TaxReturnOffer = { dueOn: string; due: string; quarterEnd: string };

/** null if it is already among the open dates. */
export function taxReturnOffer(
  today: StoreDate,
  open: readonly { title: string; dueOn: string }[],
): TaxReturnOffer | null {
  const { dueOn, quarterEnd } = nextTaxReturn(today);
  if (open.some((date) => date.title === TAX_RETURN || date.dueOn === dueOn.toString())) return null;
  return { dueOn: dueOn.toString(), due: formatDate(dueOn), quarterEnd: formatDate(quarterEnd) };
}
