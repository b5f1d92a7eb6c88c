/** Defines the columns of the list of waiting lots. */
import { Link } from 'react-router';
import { dayLabel, testStatusLabel } from '#core/goods/stock/lots/lots.ts';
import { StatusBadge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table/data-table.tsx';
import type { WaitingLot } from './waiting-lots-queries.server.ts';

const link = 'inline-flex min-h-11 items-center wrap-anywhere';

export const waitingLotsColumns: readonly Column<WaitingLot, 'received'>[] = [
  {
    head: 'Batch',
    primary: true,
    cell: ({ id, batchNumber }) => (
      <Link to={`/admin/lots/${id}`} className={link}>
        {batchNumber}
      </Link>
    ),
  },
  {
    head: 'Product',
    cell: ({ productId, product, size }) => (
      <Link to={`/admin/products/${productId}`} className={link}>
        {[product, size].filter(Boolean).join(', ')}
      </Link>
    ),
  },
  { head: 'Units', align: 'right', cell: ({ onHand }) => <span className="figures">{onHand}</span> },
  {
    head: 'Test',
    fixed: true,
    cell: ({ testStatus }) =>
      testStatus === 'TestPassed' || testStatus === 'RetestPassed' ? (
        <StatusBadge tone="green">{testStatusLabel[testStatus]}</StatusBadge>
      ) : (
        <StatusBadge tone={testStatus === 'TestFailed' ? 'red' : 'plain'}>
          {testStatus === null ? 'No result' : testStatusLabel[testStatus]}
        </StatusBadge>
      ),
  },
  {
    head: 'Last day to sell',
    cell: ({ expiresOn }) => (expiresOn === null ? 'None' : dayLabel(expiresOn)),
  },
  { head: 'Received', sort: 'received', fixed: true, cell: ({ received }) => received },
];
