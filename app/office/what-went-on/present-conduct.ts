/** Formats what went on for its page: people by what stands out first, each act with its records. For loaders. */
import type { AuditKind } from '#core/ground/audit/audit-list.ts';
import { type ActKind, actRow, measureWords } from '#core/records/conduct/conduct.ts';
import type { Conduct } from '#core/records/conduct/conduct-queries.server.ts';
import { formatNumber } from '#kernel/number.ts';

/** The kind of the audit log that its entries are of. */
const logOf: Readonly<Record<ActKind, AuditKind>> = {
  ...{ refund: 'orders', correction: 'orders', exchange: 'orders', offline: 'orders' },
  ...{ 'voided-walk-in': 'orders', 'pay-out': 'cash', short: 'cash', 'no-sale': 'cash' },
  ...{ 'stock-missing': 'stock', waste: 'stock', price: 'prices' },
};

/** The audit log with one person's entries of these days. @param who their name or email */
export function recordsOf(who: string, kind: ActKind, from: string, until: string): string {
  return `/admin/audit?${new URLSearchParams({ who, kind: logOf[kind], from, until })}`;
}

/** @param weekFrom the first day of the week that ends with `day`; yyyy-mm-dd */
export function presentConduct({ findings, names }: Conduct, day: string, weekFrom: string) {
  const people = Map.groupBy(findings, ({ personId }) => personId);
  return Array.from(people, ([personId, own]) => {
    const name = names[personId] ?? '';
    return {
      personId,
      name,
      isUnusual: own.some(({ isUnusual, isUnusualWeek }) => isUnusual || isUnusualWeek),
      acts: own.map((finding) => {
        const { kind, count, value, usual, isUnusual, isUnusualWeek } = finding;
        const isWeek = isUnusualWeek && !isUnusual;
        return {
          kind,
          label: actRow(kind).label,
          count: formatNumber(count),
          value: actRow(kind).measure === 'count' ? '' : measureWords(kind, value),
          usual: measureWords(kind, usual),
          mark: isUnusual ? ('day' as const) : isWeek ? ('week' as const) : null,
          to: recordsOf(name, kind, isWeek ? weekFrom : day, day),
        };
      }),
    };
  });
}

export type PresentedPerson = ReturnType<typeof presentConduct>[number];
