/** What was measured, side by side: ours, each of theirs, and the ratio to the better of theirs. */

import { alignedTable, ms, perSecond } from '../row.ts';
import type { CheckoutRate } from './checkout-rates.ts';
import type { Cost } from './cost.ts';
import { LEFT } from './goods.ts';
import { CROWD, type Sale } from './oversell.ts';
import { KINDS, type PageRate } from './page-rates.ts';

export type Figures = {
  name: string;
  /** Requests of a checkout. */
  calls: number;
  pages: readonly PageRate[];
  checkouts: CheckoutRate;
  checkoutsAtOnce: CheckoutRate | null;
  sales: readonly Sale[];
};

type Line = {
  what: string;
  ours: string;
  theirs: readonly string[];
  value: string;
  /** How many times as much the cheapest of theirs costs the processor; '' where that says nothing. */
  byProcessorTime: string;
  budget: string;
  holds: boolean | null;
};

const KIND_NAMES = {
  first: 'first page of the catalogue',
  filter: 'filtered list',
  search: 'search',
  product: 'product',
} as const;

/** How many times as many pages as the better one's. */
const CATALOGUE_BUDGET = 100;
const RENDERED_BUDGET = 1;
const CHECKOUT_BUDGET = 50;

const times = (ratio: number) => `× ${ratio.toFixed(ratio < 10 ? 1 : 0)}`;
/** Ours against the best of theirs, where more is better. */
const against = (ours: number, theirs: readonly number[]) => ours / Math.max(...theirs);

/** The shop's processes and PostgreSQL's together; what else the machine does changes it little. */
const whole = ({ cost }: { cost: Cost }) => cost.shop + cost.database;
const cheaper = (ours: { cost: Cost }, theirs: readonly { cost: Cost }[]) =>
  times(Math.min(...theirs.map(whole)) / whole(ours));

/** @param theirs those that could be measured. */
export function printTable(ours: Figures, theirs: readonly Figures[]): string {
  const lines = theirs.length === 0 ? [] : [...pageLines(ours, theirs), ...checkoutLines(ours, theirs)];
  const all = [...lines, ...saleLines(ours, theirs)];
  const head = [
    'what',
    ours.name,
    ...theirs.map(({ name }) => name),
    'ratio',
    'by processor time',
    'budget',
    'holds',
  ];
  const rows = all.map(({ what, ours: own, theirs: other, value, byProcessorTime, budget, holds }) => [
    ...[what, own, ...other, value, byProcessorTime, budget],
    holds === null ? '' : holds ? 'yes' : 'NO',
  ]);
  return [...alignedTable([head, ...rows]), '', ...notes(ours, theirs)].join('\n');
}

function pageLines(ours: Figures, theirs: readonly Figures[]): Line[] {
  return (['data', 'page'] as const).flatMap((form) =>
    KINDS.map((kind) => {
      const own = pageOf(ours, form, kind);
      const other = theirs.map((figures) => pageOf(figures, 'data', kind));
      const ratio = against(
        own.rate,
        other.map(({ rate }) => rate),
      );
      const budget = kind === 'first' ? CATALOGUE_BUDGET : RENDERED_BUDGET;
      return {
        what: `${KIND_NAMES[kind]}, ours as ${form === 'page' ? 'a rendered page' : 'data'}`,
        ours: perSecond(own.rate),
        theirs: other.map(({ rate }) => perSecond(rate)),
        value: times(ratio),
        byProcessorTime: cheaper(own, other),
        budget: `≥ × ${budget}`,
        holds: ratio >= budget,
      };
    }),
  );
}

function pageOf({ name, pages }: Figures, form: PageRate['form'], kind: PageRate['kind']): PageRate {
  const page = pages.find((each) => each.form === form && each.kind === kind);
  if (!page) throw new Error(`${name} has no ${kind} as ${form}`);
  return page;
}

function checkoutLines(ours: Figures, theirs: readonly Figures[]): Line[] {
  const own = ours.checkouts;
  const ratio = against(
    own.rate,
    theirs.map(({ checkouts }) => checkouts.rate),
  );
  const fastest = theirs.map(({ checkouts, checkoutsAtOnce }) => checkoutsAtOnce ?? checkouts);
  const atOnce = against(
    own.rate,
    fastest.map(({ rate }) => rate),
  );
  const last = Math.min(...theirs.map(({ checkouts }) => checkouts.lastCall.p50)) / own.lastCall.p50;
  return [
    {
      what: 'checkout, all its calls',
      ours: `${perSecond(own.rate)} (${ours.calls} call)`,
      theirs: theirs.map(({ checkouts, calls }) => `${perSecond(checkouts.rate)} (${calls} calls)`),
      value: times(ratio),
      byProcessorTime: cheaper(
        own,
        theirs.map(({ checkouts }) => checkouts),
      ),
      budget: `≥ × ${CHECKOUT_BUDGET}`,
      holds: ratio >= CHECKOUT_BUDGET,
    },
    {
      what: 'checkout, in one request where it can be',
      ours: perSecond(own.rate),
      theirs: theirs.map(({ checkoutsAtOnce }) =>
        checkoutsAtOnce ? perSecond(checkoutsAtOnce.rate) : 'it cannot',
      ),
      value: times(atOnce),
      byProcessorTime: cheaper(own, fastest),
      budget: `≥ × ${CHECKOUT_BUDGET}`,
      holds: atOnce >= CHECKOUT_BUDGET,
    },
    {
      what: 'the call after which it is bought, p50 / p95',
      ours: `${ms(own.lastCall.p50)} / ${ms(own.lastCall.p95)}`,
      theirs: theirs.map(({ checkouts: { lastCall } }) => `${ms(lastCall.p50)} / ${ms(lastCall.p95)}`),
      value: times(last),
      byProcessorTime: '',
      budget: '',
      holds: null,
    },
    {
      what: 'a whole checkout, p50 / p95',
      ours: `${ms(own.whole.p50)} / ${ms(own.whole.p95)}`,
      theirs: theirs.map(({ checkouts: { whole } }) => `${ms(whole.p50)} / ${ms(whole.p95)}`),
      value: times(Math.min(...theirs.map(({ checkouts }) => checkouts.whole.p50)) / own.whole.p50),
      byProcessorTime: '',
      budget: '',
      holds: null,
    },
  ];
}

/** Whoever was told that it is theirs, and whoever has an order, which may be others. */
function saleLines(ours: Figures, theirs: readonly Figures[]): Line[] {
  const line = (what: string, count: (sale: Sale) => number): Line => {
    const all = ({ sales }: Figures) => sales.map(count).join(', ');
    const oversold = ours.sales.reduce((sum, sale) => sum + Math.max(0, count(sale) - LEFT), 0);
    return {
      what: `${LEFT} left, ${CROWD} at once: ${what}, by round`,
      ours: all(ours),
      theirs: theirs.map(all),
      value: `${oversold} oversold by ours`,
      byProcessorTime: '',
      budget: '0 oversold',
      holds: oversold === 0,
    };
  };
  return [line('told that it is theirs', ({ told }) => told), line('units in orders', ({ sold }) => sold)];
}

/** Rounds, processor time and sizes: what one must know to trust the rates. */
function notes(ours: Figures, theirs: readonly Figures[]): string[] {
  return [ours, ...theirs].flatMap(({ name, pages, checkouts, checkoutsAtOnce }) => {
    const ways: [string, CheckoutRate | null][] = [
      ['checkout', checkouts],
      ['checkout in one request', checkoutsAtOnce],
    ];
    return [
      ...pages.map(
        ({ form, kind, rounds, cost, bytes }) =>
          `- ${name}, ${KIND_NAMES[kind]} as ${form} (${(bytes / 1024).toFixed(1)} kB): ${measured(rounds, cost)}`,
      ),
      ...ways.flatMap(([what, rate]) =>
        rate ? [`- ${name}, ${what}: ${measured(rate.rounds, rate.cost)}`] : [],
      ),
    ];
  });
}

function measured(rounds: readonly number[], { shop, database }: PageRate['cost']): string {
  const each = rounds.map((round) => round.toFixed(round < 100 ? 1 : 0)).join(', ');
  return `rounds ${each}/s; processor time ${shop.toFixed(3)} ms, and of PostgreSQL ${database.toFixed(3)} ms`;
}
