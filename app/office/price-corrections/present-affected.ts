/** Words of the list of everyone who paid a wrong price. Pure. */
import {
  type AffectedKind,
  type AffectedLine,
  hasDifference,
  personOf,
  sumsOf,
  totalsByPerson,
} from '#core/sales/price-corrections/affected.ts';
import { saleWayLabel } from '#core/sales/price-corrections/price-correction.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

const money = (amount: number) => formatCents(cents(amount));

/** Lines on a page. */
const ON_A_PAGE = 50;

const kindLabel: Readonly<Record<AffectedKind, string>> = {
  open: 'Lower the price',
  paid: 'Refund the difference',
  under: 'Paid too little: no change',
  none: 'Nothing to refund',
};

/** `to` is their page; null for a person without an account. */
export type Buyer = { name: string; to: string | null };

/** Who bought or reserved: an account, a walk-in, or a sign-up whose email is not confirmed. */
export const buyerOf = (line: { customer: string; userId: string | null; isWalkIn: boolean }): Buyer => ({
  name: line.isWalkIn ? 'Walk-in' : line.customer || 'Email not confirmed',
  to: line.isWalkIn || line.userId === null ? null : `/admin/customers/${line.userId}`,
});

export type PresentedAffected = ReturnType<typeof presentAffected>;

/** @param page from 1 on */
export function presentAffected(
  lines: readonly AffectedLine[],
  { page, zone }: { page: number; zone: string },
) {
  const sums = sumsOf(lines);
  const totals = totalsByPerson(lines);
  const pages = Math.max(1, Math.ceil(lines.length / ON_A_PAGE));
  const shown = Math.min(page, pages);
  const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);
  return {
    ...{ page: shown, pages, corrects: lines.filter(hasDifference).length },
    people: sums.people,
    facts: [
      [
        'Open',
        sums.open.lines === 0
          ? 'None'
          : `${orders(sums.open.lines)}: lower the price by ${money(sums.open.amount)} and about ${money(sums.open.tax)} tax`,
      ],
      [
        'Finished',
        sums.paid.lines === 0
          ? 'None'
          : `${orders(sums.paid.lines)}: refund ${money(sums.paid.amount)} and ${money(sums.paid.tax)} tax`,
      ],
      ['Paid too little', sums.under === 0 ? 'No one' : `${orders(sums.under)}: no change`],
    ] as const,
    rows: lines.slice(ON_A_PAGE * (shown - 1), ON_A_PAGE * shown).map((line) => ({
      key: line.reservationId,
      customer: buyerOf({ ...line, isWalkIn: line.way === 'counter' }),
      order: line.orderNumber,
      at: formatDateTime(instantOf(line.at), zone),
      way: saleWayLabel[line.way],
      units: line.units,
      paid: money(line.listPrice - line.discount),
      each: line.discount > 0 ? `list price ${money(line.listPrice)}` : null,
      difference: line.kind === 'none' ? null : money(line.amount),
      tax: hasDifference(line) ? money(line.tax) : null,
      person: hasDifference(line) ? money(totals.get(personOf(line)) ?? 0) : null,
      what: kindLabel[line.kind],
    })),
  };
}
