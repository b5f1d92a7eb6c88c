/** The cash of a day as rows for a spreadsheet: one figure per row, so that every program can add them up. */

import type { Cell } from '#platform/csv/csv.ts';
import { dollars } from '#platform/csv/export-cells.ts';
import {
  type CashDay,
  carriedOutOf,
  type DayRefused,
  isCorrected,
  isRounded,
  openDrawersOf,
  takenOn,
  totalsOf,
} from './cash-day.ts';
import { CASH_ROUNDING } from './cash-rounding.ts';
import { chargeWords } from './charge.ts';
import { type DrawerCash, drawerName, entryLabel } from './drawer.ts';

/** Amounts in dollars. `day` is a store day, yyyy-mm-dd. */
export const cashDayColumns = {
  day: 'Day',
  section: 'Section',
  item: 'Item',
  person: 'Person',
  figure: 'Figure',
  value: 'Value',
  note: 'Note',
} as const;

type CashRow = Record<keyof typeof cashDayColumns, Cell>;

const moved = [
  ['float', 'Float'],
  ['sales', 'Sales'],
  ['refunds', 'Refunds'],
  ['rounding', CASH_ROUNDING],
  ['corrections', 'Corrections'],
  ['payIns', 'Pay-ins'],
  ['payOuts', 'Pay-outs'],
  ['drops', 'Drops'],
] as const satisfies readonly (readonly [keyof DrawerCash, string])[];

/** What moves in a drawer, in the order of the report; rounding and corrections only on a day that has some. */
export const movedLabels = (report: CashDay) =>
  moved.filter(([name]) => {
    if (name === 'rounding') return isRounded(report);
    return name !== 'corrections' || isCorrected(report);
  });

export const personLabel = (person: string): string => person || 'Not on file';

/** 'Nov 5, 2026 9:02 AM. This order was canceled. Settled by Ana Reyes: a pay-in' */
export const refusedNote = ({ at, why, settledBy, note }: DayRefused): string =>
  `${at}. ${why} ${settledBy === null ? 'Not settled.' : `Settled by ${settledBy}: ${note}`}`;

export function cashDayRows(report: CashDay): CashRow[] {
  const row = (
    section: string,
    item: string,
    figure: string,
    cents: number,
    more: Partial<CashRow> = {},
  ) => ({
    ...{ day: report.day, section, item, person: null, figure, value: dollars(cents), note: null },
    ...more,
  });
  const { taken, returned, rounding, cash } = takenOn(report);
  const rounded = isRounded(report);
  const totals = totalsOf(report);
  const open = openDrawersOf(report);
  return [
    ...report.drawers.flatMap((drawer) => {
      const own = (figure: string, cents: number, note: string | null = null) =>
        row('Drawer', drawerName(drawer.number), figure, cents, { person: drawer.holder, note });
      const { closing } = drawer;
      return [
        own('Carried in', drawer.carriedIn),
        ...movedLabels(report).map(([name, label]) => own(label, drawer[name])),
        ...(closing
          ? [
              own('Expected', closing.expected),
              own('Counted', closing.counted),
              own('Over or short', closing.counted - closing.expected, closing.note),
            ]
          : [own('Still in drawer', carriedOutOf(drawer))]),
      ];
    }),
    ...report.people.flatMap(({ person, taken, returned, rounding }) => [
      row('Person', personLabel(person), 'Taken', taken, { person: personLabel(person) }),
      row('Person', personLabel(person), 'Returned', returned, { person: personLabel(person) }),
      ...(rounded
        ? [row('Person', personLabel(person), CASH_ROUNDING, rounding, { person: personLabel(person) })]
        : []),
    ]),
    ...report.entries.map(({ at, drawer, kind, isReversal, amount, reason, by }) =>
      row('Entry', drawerName(drawer), `${isReversal ? 'Reversed: ' : ''}${entryLabel[kind]}`, amount, {
        person: by,
        note: [at, reason].filter(Boolean).join(' '),
      }),
    ),
    ...report.charges.map((charge) => ({
      ...row('In charge', 'Shift', 'Time', 0, { person: charge.person, note: chargeWords(charge) }),
      value: null,
    })),
    ...report.refused.map((refused) => ({
      ...row('Hand-over not accepted', refused.number, 'Cash', refused.cash ?? 0, {
        person: refused.by,
        note: refusedNote(refused),
      }),
      ...(refused.cash === null ? { value: null } : {}),
    })),
    row('Outside a drawer', 'Total', 'Taken', report.outside.sales),
    row('Outside a drawer', 'Total', 'Returned', report.outside.refunds),
    row('Day', 'Total', 'Taken', taken),
    row('Day', 'Total', 'Returned', returned),
    ...(rounded ? [row('Day', 'Total', CASH_ROUNDING, rounding)] : []),
    row('Day', 'Total', 'Cash', cash),
    ...(
      [
        ['Expected', totals.expected],
        ['Counted', totals.counted],
        ['Over or short', totals.variance],
      ] as const
    ).map(([figure, cents]) => ({
      ...row('Day', 'Total', figure, cents, { note: open?.words ?? null }),
      ...(open?.isUncounted ? { value: null } : {}),
    })),
  ];
}
