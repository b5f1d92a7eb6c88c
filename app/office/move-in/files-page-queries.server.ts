/** What the page of uploaded files shows: the files, their state, and the report in words. */
import { readCategories } from '#core/goods/catalogue/categories-queries.server.ts';
import type { Actor } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { readFileMove } from '#core/running/move-in/files/file-move-queries.server.ts';
import type { RecordKind } from '#core/running/move-in/records.ts';
import type { Report } from '#core/running/move-in/report.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { formatNumber } from '#kernel/number.ts';

const NAMES: readonly (readonly [RecordKind, string])[] = [
  ['category', 'Categories'],
  ['product', 'Products'],
  ['lot', 'Lots'],
  ['person', 'Customers'],
  ['order', 'Past sales'],
];

/** Rows of tables, each beginning with its name. */
export type FileReport = {
  counts: string[][];
  people: string;
  categories: string[][];
  months: string[][];
  /** Products that will be off sale, the first of them; `more` says how many others. */
  offSale: { rows: string[][]; more: number };
  reasons: string[][];
};

/** Products that the page names one by one. */
const NAMED_OFF_SALE = 50;

export async function readFilesPage(actor: Actor) {
  const { opening } = await readSettings();
  const move = await readFileMove(actor);
  const shelves = move?.report ? (await readCategories()).map(({ name }) => name.toLowerCase()) : [];
  return {
    isOpen: opening.isOpen,
    status: move?.status ?? ('choosing' as const),
    problem: move?.problem ?? null,
    done: move?.done ?? 0,
    total: move?.total ?? 0,
    files: move?.files ?? [],
    report: move?.report ? inWords(move.report, new Set(shelves)) : null,
  };
}

export type FilesPage = Awaited<ReturnType<typeof readFilesPage>>;

function inWords(
  { kinds, people, products, months, reasons, offSale }: Report,
  shelves: ReadonlySet<string>,
): FileReport {
  const named = new Map(NAMES);
  return {
    counts: NAMES.flatMap(([kind, name]) => {
      const { read, written, unchanged, leftOut } = kinds[kind];
      return read + leftOut === 0 ? [] : [[name, ...[read, written, unchanged, leftOut].map(formatNumber)]];
    }),
    people:
      people.byRole.user === 0
        ? ''
        : `${people.banned === 0 ? '' : `${formatNumber(people.banned)} banned. `}No one has a password yet: customers choose one at their first visit, with “Forgot password?”. No one gets a message.`,
    categories: products.map(({ category, products: count, units }) => [
      shelves.has(category.toLowerCase()) ? category : `${category} (new)`,
      ...[count, units].map(formatNumber),
    ]),
    months: months.map(({ month, orders, total }) => [
      month,
      formatNumber(orders),
      formatCents(cents(total)),
    ]),
    offSale: namedOf(offSale),
    reasons: reasons.map(({ kind, isLeftOut, reason, rows }) => [
      `${named.get(kind) ?? kind}: ${reason}`,
      formatNumber(rows),
      isLeftOut ? 'Left out' : 'Brought',
    ]),
  };
}

function namedOf({ products, named }: NonNullable<Report['offSale']> = { products: 0, named: [] }) {
  const rows = named.slice(0, NAMED_OFF_SALE).map(({ name, why }) => [name, why]);
  return { rows, more: products - rows.length };
}
