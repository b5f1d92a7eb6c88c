/** What a run read, wrote and left out, as counts and sums: nothing of a person. Pure. */
import type { MoveSource, Role } from '#kernel/statuses.ts';
import { type Note, type RecordKind, type Records, recordKinds } from './records.ts';

export type KindCount = {
  read: number;
  written: number;
  unchanged: number;
  leftOut: number;
  seconds: number;
};
export type MonthSum = { month: string; orders: number; total: number };
export type Reason = { kind: RecordKind; isLeftOut: boolean; reason: string; rows: number };
/** A live order or reservation that lacks units. */
export type Short = { name: string; missing: number };

/** A product that comes over and will be off sale. */
export type OffSale = { name: string; why: string };

export type Report = {
  source: MoveSource;
  kinds: Record<RecordKind, KindCount>;
  people: {
    byRole: Record<Role, number>;
    confirmed: number;
    passwords: number;
    banned: number;
    licenses: number;
  };
  products: { category: string; products: number; units: number }[];
  /** By store month; amounts in cents, canceled orders included. */
  months: MonthSum[];
  live: { orders: number; reservations: number };
  shorts: Short[];
  /** New or changed ones. A report of before this release has none. */
  offSale?: { products: number; named: OffSale[] };
  reasons: Reason[];
  seconds: number;
  peakMegabytes: number;
};

/** Of orders that lack units, and of products off sale, a report names this many. */
const NAMED = 500;
/** Different reasons; a source that has more is beyond a report. */
const MOST_REASONS = 200;
const NO_CATEGORY = 'No category';

const perKind = <T>(of: () => T) =>
  Object.fromEntries(recordKinds.map((kind) => [kind, of()])) as Record<RecordKind, T>;

/** Adds up a run. @param zone of the store, whose months count */
export function startReport(source: MoveSource, zone: string) {
  const kinds = perKind((): KindCount => ({ read: 0, written: 0, unchanged: 0, leftOut: 0, seconds: 0 }));
  const people: Report['people'] = {
    byRole: { user: 0, staff: 0, admin: 0 },
    ...{ confirmed: 0, passwords: 0, banned: 0, licenses: 0 },
  };
  const categories = new Map<string, string>();
  const placed = new Map<string, { category: string }>();
  const products = new Map<string, { products: number; units: number }>();
  const months = new Map<string, { orders: number; total: number }>();
  const reasons = new Map<string, Reason>();
  const live = { orders: 0, reservations: 0 };
  const shorts: Short[] = [];
  const offSale = { products: 0, named: [] as OffSale[] };
  const monthOf = monthsIn(zone);

  const adders: { [K in RecordKind]?: (record: Records[K]) => void } = {
    category: ({ sourceId, name }) => void categories.set(sourceId, name),
    product: ({ sourceId, categoryId }) => {
      const category = categories.get(categoryId ?? '') ?? NO_CATEGORY;
      placed.set(sourceId, { category });
      const sum = products.get(category) ?? { products: 0, units: 0 };
      products.set(category, { ...sum, products: sum.products + 1 });
    },
    lot: ({ productId, units }) => {
      const category = placed.get(productId)?.category ?? NO_CATEGORY;
      const sum = products.get(category) ?? { products: 0, units: 0 };
      products.set(category, { ...sum, units: sum.units + units });
    },
    person: ({ mergedInto, role, isConfirmed, passwordHash, isBanned, licenseId }) => {
      if (mergedInto !== null) return;
      people.byRole[role] += 1;
      people.confirmed += Number(isConfirmed);
      people.passwords += Number(passwordHash !== null);
      people.banned += Number(isBanned);
      people.licenses += Number(licenseId !== null);
    },
    order: ({ createdAt, lines, isHistory }) => {
      const month = monthOf(createdAt);
      const sum = months.get(month) ?? { orders: 0, total: 0 };
      const total = lines.reduce((all, line) => all + line.unitPrice * line.quantity + line.tax, 0);
      months.set(month, { orders: sum.orders + 1, total: sum.total + total });
      if (!isHistory) live.orders += 1;
    },
    reservation: ({ isHistory }) => {
      if (!isHistory) live.reservations += 1;
    },
  };

  return {
    read<K extends RecordKind>(kind: K, records: readonly Records[K][]): void {
      kinds[kind].read += records.length;
      const add = adders[kind] as ((record: Records[K]) => void) | undefined;
      if (add) for (const record of records) add(record);
    },
    wrote(kind: RecordKind, { written, unchanged }: { written: number; unchanged: number }): void {
      kinds[kind].written += written;
      kinds[kind].unchanged += unchanged;
    },
    took(kind: RecordKind, seconds: number): void {
      kinds[kind].seconds = Math.round(seconds * 10) / 10;
    },
    note({ kind, isLeftOut, reason, rows = 1 }: Note): void {
      if (isLeftOut) kinds[kind].leftOut += rows;
      const key = `${kind} ${isLeftOut} ${reason}`;
      const known = reasons.get(key);
      if (known) known.rows += rows;
      else if (reasons.size < MOST_REASONS) reasons.set(key, { kind, isLeftOut, reason, rows });
    },
    short(short: Short): void {
      if (shorts.length < NAMED) shorts.push(short);
    },
    offSale(product: OffSale): void {
      offSale.products += 1;
      if (offSale.named.length < NAMED) offSale.named.push(product);
    },
    end({ seconds, peakMegabytes }: Pick<Report, 'seconds' | 'peakMegabytes'>): Report {
      const byName = <T>(map: Map<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
      return {
        ...{ source, kinds, people, live, shorts, offSale },
        products: byName(products).map(([category, sum]) => ({ category, ...sum })),
        months: byName(months).map(([month, sum]) => ({ month, ...sum })),
        reasons: [...reasons.values()].sort((a, b) => b.rows - a.rows),
        seconds: Math.round(seconds),
        peakMegabytes,
      };
    },
  };
}

export type RunningReport = ReturnType<typeof startReport>;

/** 'yyyy-mm' of a moment on the store's calendar. */
function monthsIn(zone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit' });
  return (moment) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}`;
  };
}
