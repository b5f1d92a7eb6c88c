/** Defines the columns of the list of drawers. */
import { Link } from 'react-router';
import { drawerName, varianceWords } from '#core/sales/cash-desk/drawer.ts';
import type { DrawerRow } from '#core/sales/cash-desk/drawer-list.ts';
import { cents, formatCents } from '#kernel/money.ts';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';

const money = (amount: number | null) => (amount === null ? '–' : formatCents(cents(amount)));

export const drawerColumns: readonly Column<DrawerRow, 'opened'>[] = [
  { head: 'Opened', sort: 'opened', cell: (row) => <Moment text={row.opened} /> },
  {
    head: 'Drawer',
    primary: true,
    cell: (row) => (
      <Link to={`/admin/cash/${row.day}`} className="whitespace-nowrap">
        {drawerName(row.number)}
      </Link>
    ),
  },
  { head: 'Held by', cell: (row) => row.holder },
  {
    head: 'Closed',
    cell: ({ closed, closedBy }) =>
      closed ? (
        <>
          <Moment text={closed} /> <span className="text-ink-soft">by {closedBy}</span>
        </>
      ) : (
        'Open'
      ),
  },
  { head: 'Expected', align: 'right', cell: (row) => money(row.expected) },
  { head: 'Counted', align: 'right', cell: (row) => money(row.counted) },
  {
    head: 'Over or short',
    cell: ({ expected, counted, note }) =>
      expected === null || counted === null ? (
        '–'
      ) : (
        <>
          <Variance variance={counted - expected} />
          {note ? <span className="mt-1 block text-xs wrap-anywhere text-ink-soft">{note}</span> : null}
        </>
      ),
  },
];

/** In words: color alone does not say it. @param variance cents */
export function Variance({ variance }: { variance: number }) {
  return (
    <StatusBadge tone={variance === 0 ? 'green' : variance > 0 ? 'yellow' : 'red'}>
      {varianceWords(variance)}
    </StatusBadge>
  );
}
