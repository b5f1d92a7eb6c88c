/** What was measured, side by side: by processor time, by rate, and where ours is slower. */
import { alignedTable, ms, perSecond } from '../row.ts';
import type { CheckoutRate } from './checkout-rates.ts';
import type { Cost } from './cost.ts';
import { LEFT } from './goods.ts';
import { CROWD, type Sale } from './oversell.ts';
import type { PageRate } from './page-rates.ts';
import { KINDS } from './store.ts';

/** One column: a shop's pages in one form, and its orders in the first of its columns. */
export type Figures = { name: string; pages: readonly PageRate[]; orders: Orders | null };

export type Orders = {
  /** Requests of an order. */
  calls: number;
  inTurn: CheckoutRate;
  atOnce: CheckoutRate | null;
  visit: CheckoutRate;
  sales: readonly Sale[];
  /** Requests that were sent again because the shop was too busy. */
  refused: number;
};

type Measured = { rate: number; limit: number; cost: Cost; rounds: readonly number[] };
type Row = { what: string; of(figures: Figures): Measured | null };

const KIND_NAMES = {
  first: 'First page of the catalogue, guest',
  'signed-in': 'First page of the catalogue, signed in',
  filter: 'Filtered list, each once',
  search: 'Search, each once',
  product: 'Product, each once',
} as const;

const rows: readonly Row[] = [
  ...KINDS.map((kind) => ({
    what: KIND_NAMES[kind],
    of: ({ pages }: Figures) => pages.find((page) => page.kind === kind) ?? null,
  })),
  { what: 'Order, with its jobs', of: ({ orders }) => orders?.inTurn ?? null },
  {
    what: 'Order in one request, where the API can',
    of: ({ orders }) => orders && (orders.calls === 1 ? orders.inTurn : orders.atOnce),
  },
  { what: 'Product, cart, checkout, order, success page', of: ({ orders }) => orders?.visit ?? null },
];

/** How many times the rate of the best of theirs ours must reach. */
const BUDGETS = [
  { what: 'first page as data', row: 0, column: 1, times: 100 },
  { what: 'filtered list, rendered', row: 2, column: 0, times: 1 },
  { what: 'search, rendered', row: 3, column: 0, times: 1 },
  { what: 'product, rendered', row: 4, column: 0, times: 1 },
  { what: 'order, calls in turn', row: 5, column: 0, times: 50 },
] as const;

/** The shop's processes and PostgreSQL's together. */
const spent = ({ cost }: Measured) => cost.shop + cost.database;
const times = (ratio: number) => `× ${ratio.toFixed(ratio < 10 ? 1 : 0)}`;

/** @param ours its columns; the first is what a browser shows. @param theirs those that could be measured. */
export function printTable(ours: readonly Figures[], theirs: readonly Figures[]): string {
  const all = [...ours, ...theirs];
  const names = all.map(({ name }) => name);
  const table = (title: string, cell: (measured: Measured) => string) => [
    title,
    '',
    ...alignedTable([
      ['What', ...names],
      ...rows.map(({ what, of }) => [
        what,
        ...all.map((figures) => {
          const measured = of(figures);
          return measured ? cell(measured) : '';
        }),
      ]),
    ]),
    '',
  ];
  return [
    ...table('Processor time of one answer, shop and PostgreSQL together', (each) => ms(spent(each))),
    ...table(
      "A second, and in brackets the client's limit with the same bytes",
      ({ rate, limit }) => `${perSecond(rate)} (${perSecond(limit)})`,
    ),
    ...orderTable(all),
    '',
    ...slower(ours, theirs),
    '',
    ...budgets(ours, theirs),
    '',
    ...all.flatMap(notes),
  ].join('\n');
}

function orderTable(all: readonly Figures[]): string[] {
  const spread = ({ p50, p95 }: { p50: number; p95: number }) => `${ms(p50)} / ${ms(p95)}`;
  const sold = (what: string, count: (sale: Sale) => number) => ({
    what: `${LEFT} left, ${CROWD} at once: ${what}, by sale`,
    cell: ({ sales }: Orders) => sales.map(count).join(', '),
  });
  const shops = all.flatMap(({ name, orders }) => (orders ? [{ name, orders }] : []));
  const lines = [
    { what: 'Requests of an order', cell: ({ calls }: Orders) => String(calls) },
    {
      what: 'The request that places it, p50 / p95',
      cell: ({ inTurn }: Orders) => spread(inTurn.lastCall),
    },
    { what: 'An order, p50 / p95', cell: ({ inTurn }: Orders) => spread(inTurn.whole) },
    { what: 'With its pages, p50 / p95', cell: ({ visit }: Orders) => spread(visit.whole) },
    {
      what: 'Jobs that wait after a round; until done',
      cell: ({ inTurn: { backlog } }: Orders) => `${backlog.waiting}; ${backlog.seconds.toFixed(1)} s`,
    },
    {
      what: 'Answers "too busy" (503), requested again',
      cell: ({ refused }: Orders) => String(refused),
    },
    sold('buyers who got a yes', ({ told }) => told),
    sold('units in orders', (sale) => sale.sold),
  ];
  return alignedTable([
    ['What', ...shops.map(({ name }) => name)],
    ...lines.map(({ what, cell }) => [what, ...shops.map(({ orders }) => cell(orders))]),
  ]);
}

/** Each row in which one of theirs costs the processor less than ours. */
function slower(ours: readonly Figures[], theirs: readonly Figures[]): string[] {
  const lines = rows.flatMap(({ what, of }) =>
    ours.flatMap((own) =>
      theirs.flatMap((other) => {
        const [mine, its] = [of(own), of(other)];
        return mine && its && spent(its) < spent(mine)
          ? [`- ${what}: ${own.name} costs ${times(spent(mine) / spent(its))} what ${other.name} costs`]
          : [];
      }),
    ),
  );
  return ['Where ours is slower, by processor time:', ...(lines.length > 0 ? lines : ['- nowhere'])];
}

function budgets(ours: readonly Figures[], theirs: readonly Figures[]): string[] {
  return BUDGETS.flatMap(({ what, row, column, times: least }) => {
    const measured = (figures: Figures | undefined) => figures && rows[row]?.of(figures);
    const own = measured(ours[column]);
    const others = theirs.flatMap((figures) => measured(figures) ?? []);
    if (!own || others.length === 0) return [];
    const rate = own.rate / Math.max(...others.map((other) => other.rate));
    const cost = Math.min(...others.map(spent)) / spent(own);
    return [
      `- Budget ${times(least)}, ${what}: ${times(rate)} by rate (${rate >= least ? 'holds' : 'DOES NOT HOLD'}), ${times(cost)} by processor time`,
    ];
  });
}

/** Rounds, processor time and sizes: what a reader needs to trust the rates. */
function notes(figures: Figures): string[] {
  return rows.flatMap(({ what, of }) => {
    const measured = of(figures);
    if (!measured) return [];
    const { rounds, cost } = measured;
    const size = 'bytes' in measured ? ` (${(Number(measured.bytes) / 1024).toFixed(1)} kB)` : '';
    const each = rounds.map((round) => round.toFixed(round < 100 ? 1 : 0)).join(', ');
    return [
      `- ${figures.name}, ${what}${size}: rounds ${each}/s; shop ${ms(cost.shop)}, PostgreSQL ${ms(cost.database)}`,
    ];
  });
}
