/** Defines the columns of the list of recalls and exercises. */
import { Link } from 'react-router';
import { recallName, recallStatusLabel, recallTones } from '#core/sales/recalls/recall.ts';
import { formatNumber } from '#kernel/number.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import type { RecallLine } from './recall-list-queries.server.ts';

export const recallColumns: readonly Column<RecallLine, 'created'>[] = [
  {
    head: 'Recall',
    primary: true,
    fixed: true,
    cell: (row) => <Link to={`/admin/recalls/${row.id}`}>{recallName(row)}</Link>,
  },
  { head: 'Batches', cell: (row) => row.batches },
  {
    head: 'Status',
    fixed: true,
    cell: (row) => <StatusBadge tone={recallTones[row.status]}>{recallStatusLabel[row.status]}</StatusBadge>,
  },
  { head: 'Message', wideOnly: true, cell: (row) => row.title },
  {
    head: 'People',
    align: 'right',
    cell: (row) => (row.people === null ? 'Draft' : formatNumber(row.people)),
  },
  {
    head: 'Answered',
    align: 'right',
    cell: (row) => (row.isExercise ? 'Exercise' : formatNumber(row.answered)),
  },
  { head: 'Date', sort: 'created', cell: (row) => <span className="figures">{row.at}</span> },
];
