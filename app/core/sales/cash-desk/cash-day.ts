import type { DrawerEntryKind } from '#kernel/statuses.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import type { Charge } from './charge.ts';
import { type DrawerCash, expectedOf } from './drawer.ts';
import type { LateCash } from './late-cash.ts';

/** A drawer that was open on this day, with what moved in it on this day. */
export type DayDrawer = DrawerCash & {
  number: number;
  holder: string;
  /** 'Nov 5, 2026 9:02 AM' */
  opened: string;
  /** What it held when the day began; 0 for one that was opened on this day. */
  carriedIn: number;
  /** How it was closed on this day; null if it was open when the day ended, or still is. */
  closing: {
    at: string;
    by: string;
    expected: number;
    counted: number;
    note: string | null;
    /** The person who took over; null if it was closed. */
    next: string | null;
  } | null;
};

/** Cash of one person: paid for orders, returned in refunds, and what rounding added to both. */
export type DayPerson = {
  /** '' where the person is not on file. */
  person: string;
  payments: number;
  taken: number;
  refunds: number;
  returned: number;
  rounding: number;
};

export type DayEntry = {
  at: string;
  drawer: number;
  kind: DrawerEntryKind;
  isReversal: boolean;
  amount: number;
  reason: string;
  by: string;
};

/** A hand-over without a network that arrived on this day and was not accepted: its cash is in no record. */
export type DayRefused = {
  /** When it was handed over, by the tablet's clock. */
  at: string;
  /** 'ORD042' */
  number: string;
  by: string;
  /** Cents; null if unknown. */
  cash: number | null;
  why: string;
  /** Who settled it, and what was done; null while no one has. */
  settledBy: string | null;
  note: string | null;
};

export type CashDay = {
  /** yyyy-mm-dd */
  day: string;
  drawers: DayDrawer[];
  people: DayPerson[];
  /** Cash while no drawer was open, as rounded. */
  outside: { sales: number; refunds: number };
  entries: DayEntry[];
  refused: DayRefused[];
  /** Cash that arrived after the closing of a drawer of this day. */
  late: LateCash[];
  /** Who was in charge of the store during the day, in order. */
  charges: Charge[];
};

/** The sums of the day. */
export type DayTotals = DrawerCash & {
  carriedIn: number;
  /** What drawers held that were not closed on this day. */
  carriedOut: number;
  /** Of drawers closed on this day. */
  expected: number;
  counted: number;
  variance: number;
  outside: number;
};

/** What a drawer held at the end of the day; 0 once it is closed. */
export function carriedOutOf(drawer: DayDrawer): number {
  return drawer.closing ? 0 : drawer.carriedIn + expectedOf(drawer);
}

/**
 * Adds up a day. What came into the drawers is what left them: carried in + float + sales - refunds + rounding + corrections +
 * pay-ins - pay-outs - drops = expected at the closings + carried out.
 */
export function totalsOf({ drawers, outside }: CashDay): DayTotals {
  const sum = (of: (drawer: DayDrawer) => number) => drawers.reduce((total, each) => total + of(each), 0);
  const [expected, counted] = [
    sum(({ closing }) => closing?.expected ?? 0),
    sum(({ closing }) => closing?.counted ?? 0),
  ];
  return {
    carriedIn: sum(({ carriedIn }) => carriedIn),
    float: sum(({ float }) => float),
    sales: sum(({ sales }) => sales),
    refunds: sum(({ refunds }) => refunds),
    rounding: sum(({ rounding }) => rounding),
    corrections: sum(({ corrections }) => corrections),
    payIns: sum(({ payIns }) => payIns),
    payOuts: sum(({ payOuts }) => payOuts),
    drops: sum(({ drops }) => drops),
    carriedOut: sum(carriedOutOf),
    ...{ expected, counted, variance: counted - expected },
    outside: outside.sales - outside.refunds,
  };
}

/**
 * What was paid and returned on the day, in drawers and outside: what the books and the receipts of the day say. `cash` is
 * taken - returned + rounding.
 */
export function takenOn({ people }: CashDay) {
  const sum = (of: (person: DayPerson) => number) => people.reduce((total, each) => total + of(each), 0);
  const [taken, returned, rounding] = [
    sum(({ taken }) => taken),
    sum(({ returned }) => returned),
    sum(({ rounding }) => rounding),
  ];
  return { taken, returned, rounding, cash: taken - returned + rounding };
}

/**
 * What the report says of drawers that were not closed on the day: their cash was not counted, so the day is neither exact
 * nor over or short by them. `isUncounted` if no drawer was closed; null if all were.
 */
export function openDrawersOf({ drawers }: CashDay): { words: string; isUncounted: boolean } | null {
  const open = drawers.filter(({ closing }) => !closing);
  if (open.length === 0) return null;
  const names = open.map(({ number }) => `Drawer ${number}`).join(', ');
  return {
    words: `${names} ${open.length === 1 ? 'is' : 'are'} open: not counted yet.`,
    isUncounted: open.length === drawers.length,
  };
}

/** Whether any cash of the day was rounded. */
export const isRounded = ({ drawers, people }: CashDay): boolean =>
  [...drawers, ...people].some(({ rounding }) => rounding !== 0);

/** Whether the cash of a hand-over was corrected on the day so that a drawer holds another amount. */
export const isCorrected = ({ drawers }: CashDay): boolean =>
  drawers.some(({ corrections }) => corrections !== 0);

export const isEmptyDay = ({ drawers, people }: CashDay): boolean => drawers.length + people.length === 0;

/** 'Nov 5, 2026'; the text itself if it is no date. */
export function cashDayLabel(day: string): string {
  const date = parseDate(day);
  return date ? formatDate(date) : day;
}
