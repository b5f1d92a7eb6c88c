/** The columns of the list of backups. */
import { backupCauseLabel, backupStateLabel, backupTones } from '#core/running/backups/backup-list.ts';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import type { BackupRow } from './backups-page-queries.server.ts';

export const backupColumns: readonly Column<BackupRow, 'started'>[] = [
  { head: 'Started', primary: true, sort: 'started', cell: (row) => <Moment text={row.started} /> },
  {
    head: 'Status',
    cell: (row) => <StatusBadge tone={backupTones[row.state]}>{backupStateLabel[row.state]}</StatusBadge>,
  },
  {
    head: 'Name',
    cell: (row) => <code className="text-sm wrap-anywhere xl:whitespace-nowrap">{row.name}</code>,
  },
  { head: 'Made by', wideOnly: true, cell: (row) => backupCauseLabel[row.cause] },
  { head: 'Size', align: 'right', cell: (row) => row.size ?? '—' },
  { head: 'Note', cell: (row) => <span className="wrap-anywhere">{row.note ?? '—'}</span> },
];
