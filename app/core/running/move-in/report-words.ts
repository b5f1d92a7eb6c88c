/** A report as a person reads it at a terminal. Pure. */
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import { recordKinds } from './records.ts';
import type { Report } from './report.ts';

/** Reasons and short orders that the terminal names; the file of rows has all. */
const SHOWN = 40;

const count = (value: number) => formatNumber(value).padStart(11);

export function reportLines(report: Report): string[] {
  const { kinds, people, products, months, live, shorts, offSale, reasons, seconds, peakMegabytes } = report;
  return [
    `${'What'.padEnd(14)}       read    written  unchanged   left out`,
    ...recordKinds.map((kind) => {
      const { read, written, unchanged, leftOut } = kinds[kind];
      return `${kind.padEnd(14)}${[read, written, unchanged, leftOut].map(count).join('')}`;
    }),
    '',
    `People: ${formatNumber(people.byRole.user)} customers, ${people.byRole.staff} staff, ${people.byRole.admin} admins (roles wait for an admin of this shop); ${formatNumber(people.confirmed)} confirmed, ${formatNumber(people.passwords)} keep their password, ${formatNumber(people.licenses)} with a license, ${formatNumber(people.banned)} banned.`,
    '',
    'Products by category',
    ...products.map(
      (each) => `  ${each.category.padEnd(30)}${count(each.products)} products${count(each.units)} units`,
    ),
    '',
    'Orders by month',
    ...months.map(
      ({ month, orders, total }) => `  ${month}${count(orders)}   ${formatCents(cents(total)).padStart(16)}`,
    ),
    '',
    `Live: ${formatNumber(live.orders)} open orders, ${formatNumber(live.reservations)} reservations without an order.`,
    ...(shorts.length === 0
      ? []
      : [
          'Without all of their units:',
          ...shorts.slice(0, SHOWN).map(({ name, missing }) => `  ${name}: ${missing} missing`),
        ]),
    ...(offSale === undefined || offSale.products === 0
      ? []
      : [
          `Not for sale yet: ${formatNumber(offSale.products)}`,
          ...offSale.named.slice(0, SHOWN).map(({ name, why }) => `  ${name}: ${why}`),
        ]),
    '',
    ...(reasons.length === 0 ? [] : ['Left out or changed (each row is in the file)']),
    ...reasons
      .slice(0, SHOWN)
      .map(
        ({ kind, isLeftOut, reason, rows }) =>
          `${count(rows)} ${kind}: ${reason}${isLeftOut ? ' (left out)' : ''}`,
      ),
    '',
    `${formatNumber(seconds)} s, at most ${peakMegabytes} MB of memory.`,
  ];
}
