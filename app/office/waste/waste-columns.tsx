/** Defines the columns of the list of waste. */
import { Link } from 'react-router';
import {
  wasteName,
  wasteReasonLabel,
  wasteStateLabel,
  wasteStateTone,
  weightWords,
} from '#core/goods/stock/waste/waste.ts';
import type { WasteRow } from '#core/goods/stock/waste/waste-list.ts';
import type { ActLine } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { Moment } from '#office/kit/moment.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';

type Row = WasteRow & { stateLine?: ActLine };

export const wasteColumns: readonly Column<Row, 'recorded'>[] = [
  {
    head: 'Waste',
    primary: true,
    cell: ({ number }) => (
      <Link to={`/admin/waste/${number}`} className="whitespace-nowrap">
        {wasteName(number)}
      </Link>
    ),
  },
  {
    head: 'Product',
    cell: ({ product, size, lotId, batchNumber }) => (
      <>
        {[product, size].filter(Boolean).join(', ')}
        <Link to={`/admin/lots/${lotId}`} className="block text-xs text-ink-soft">
          Batch {batchNumber}
        </Link>
      </>
    ),
  },
  { head: 'Units', align: 'right', cell: ({ units }) => units },
  { head: 'Weight', align: 'right', cell: ({ weightMg }) => weightWords(weightMg) ?? '–' },
  {
    head: 'Reason',
    cell: ({ reason, note }) => (
      <>
        {wasteReasonLabel[reason]}
        {note ? <span className="mt-1 block text-xs wrap-anywhere text-ink-soft">{note}</span> : null}
      </>
    ),
  },
  {
    head: 'Recorded',
    sort: 'recorded',
    cell: ({ recorded, recordedBy, witness }) => (
      <>
        <Moment text={recorded} />{' '}
        <span className="text-ink-soft">
          by {recordedBy}
          {witness ? `, witness ${witness}` : ''}
        </span>
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ state, destroyed, destroyedBy, stateLine }) => (
      <>
        <StatusBadge tone={wasteStateTone[state]}>{wasteStateLabel[state]}</StatusBadge>
        {destroyed ? (
          <span className="figures mt-1 block text-xs text-ink-soft">
            {destroyed} by {destroyedBy}
          </span>
        ) : null}
        {stateLine ? (
          <span className="mt-1 block max-w-56 text-xs text-ink-soft wrap-anywhere">{stateLine.fate}</span>
        ) : null}
      </>
    ),
  },
];
