/** Defines the columns of the list of everything reported. */
import { Link } from 'react-router';
import { actStatusLabel, actStatusTone } from '#core/goods/tracking/reports/act-words.ts';
import type { ActRow } from '#core/goods/tracking/reports/select-acts.server.ts';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';

export const actColumns: readonly Column<ActRow, 'happened'>[] = [
  {
    head: 'Report',
    primary: true,
    cell: ({ id, title }) => (
      <Link to={`/admin/state-tracking/acts/${id}`} className="wrap-anywhere">
        {title}
      </Link>
    ),
  },
  { head: 'Happened', sort: 'happened', cell: ({ happened }) => <Moment text={happened} /> },
  {
    head: 'Lots',
    cell: ({ lots }) =>
      lots.length === 0
        ? '–'
        : lots.map(({ lotId, product, batch }) => (
            <span key={lotId} className="block">
              {product},{' '}
              <Link to={`/admin/lots/${lotId}`} className="whitespace-nowrap text-ink-soft">
                batch {batch}
              </Link>
            </span>
          )),
  },
  {
    head: 'Status',
    cell: ({ status, fate }) => (
      <div className="min-w-0">
        <StatusBadge tone={actStatusTone[status]}>{actStatusLabel[status]}</StatusBadge>
        <span className="figures mt-1 block max-w-md text-xs wrap-anywhere text-ink-soft">{fate}</span>
      </div>
    ),
  },
];
