/** Compares what a source said with what is in the shop now: each row names its difference. Pure. */
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';
import type { RecordKind } from './records.ts';
import type { Report } from './report.ts';

/** One line of the comparison, in words. `why` names the reasons for a difference; empty without one. */
export type Compared = { what: string; source: string; shop: string; isSame: boolean; why: string[] };

/** What is in the shop of what moved. Amounts in cents. */
export type Moved = {
  people: number;
  /** Of people who had an account here before, or who share an address. */
  joined: number;
  licenses: number;
  passwords: number;
  products: number;
  pictures: number;
  photos: number;
  orders: number;
  reservations: number;
  months: { month: string; orders: number; total: number }[];
  /** Products whose lots have other units than the source had, by the most. */
  stock: { productId: number; name: string; source: number; shop: number }[];
  units: number;
};

/** Of the products that differ, the page names this many. */
export const NAMED_PRODUCTS = 50;

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** People, products, stock, photos: one line each. */
export function compareCounts(report: Report, moved: Moved): Compared[] {
  const { people, kinds, products } = report;
  const why = (kind: RecordKind) =>
    report.reasons
      .filter((reason) => reason.kind === kind && reason.isLeftOut)
      .map(({ reason, rows }) => `${reason}: ${formatNumber(rows)}`);
  const line = (what: string, source: number, shop: number, reasons: string[]): Compared => ({
    what,
    source: formatNumber(source),
    shop: formatNumber(shop),
    isSame: source === shop,
    why: source === shop ? [] : reasons,
  });
  const stock = moved.stock.length === 0 ? [] : ['Products whose units differ are listed below'];
  return [
    line('People', sum(Object.values(people.byRole)), moved.people, [
      ...(moved.joined > 0 ? [`Joined an account that was here: ${formatNumber(moved.joined)}`] : []),
      ...why('person'),
    ]),
    line('License numbers, encrypted', people.licenses, moved.licenses, ['Changed or deleted here since']),
    line('Products', kinds.product.read, moved.products, why('product')),
    line('Units in the building', sum(products.map(({ units }) => units)), moved.units, [
      ...stock,
      ...why('lot'),
    ]),
    line('Orders', kinds.order.read, moved.orders, why('order')),
    line('Reservations without an order', kinds.reservation.read, moved.reservations, why('reservation')),
    line('Pictures of products', kinds.picture.read, moved.pictures, why('picture')),
    line('Photos of customers', kinds.photo.read, moved.photos, why('photo')),
  ];
}

/** Orders and money of each month, newest first. */
export function compareMonths(report: Report, moved: Moved): Compared[] {
  const ours = new Map(moved.months.map((each) => [each.month, each]));
  const theirs = new Map(report.months.map((each) => [each.month, each]));
  const words = (each: { orders: number; total: number } | undefined) =>
    each ? `${formatNumber(each.orders)} · ${formatCents(cents(each.total))}` : 'None';
  return [...new Set([...theirs.keys(), ...ours.keys()])]
    .sort()
    .reverse()
    .map((month) => {
      const [source, shop] = [theirs.get(month), ours.get(month)];
      const isSame = source?.orders === shop?.orders && source?.total === shop?.total;
      return {
        ...{ what: monthLabel(month), source: words(source), shop: words(shop), isSame },
        why: isSame ? [] : [differenceOf(source, shop)],
      };
    });
}

/** 'Nov 2026' of '2026-11', which stays on one line. */
const monthLabel = (month: string) =>
  new Date(`${month}-15T12:00:00Z`)
    .toLocaleDateString('en-US', {
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    .replace(' ', '\u00a0');

function differenceOf(
  source: { orders: number; total: number } | undefined,
  shop: { orders: number; total: number } | undefined,
): string {
  const orders = (shop?.orders ?? 0) - (source?.orders ?? 0);
  const total = (shop?.total ?? 0) - (source?.total ?? 0);
  return `${orders > 0 ? '+' : ''}${formatNumber(orders)} orders, ${formatCents(cents(total))}: changed here, or in the former shop since the last run`;
}

/** '4 min', '40 s' */
export const minutesOf = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
