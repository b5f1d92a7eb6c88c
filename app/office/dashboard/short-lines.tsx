/** Renders order lines with missing units. */
import { EMAIL_NOT_CONFIRMED } from '#core/sales/orders/reservations/sign-up-hold.ts';
import { Panel } from '#office/kit/panel.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';
import { Cell, CellLink, cellLink, reservationPath, Table } from './dashboard-table.tsx';

export function LinesShort({ short }: { short: Dashboard['short'] }) {
  return (
    <Panel
      title="Needs a decision"
      note={short.total === 1 ? '1 line is short of units' : `${short.total} lines are short of units`}
    >
      <p className="mb-3 text-ink-soft">
        The batch reserved for these lines is off sale, and no other batch has enough units. The customers
        have been notified.
      </p>
      <Table name="Needs a decision" head={['Order', 'Customer', 'Product', 'Missing', 'Pickup']} right={[3]}>
        {short.lines.map((line) => (
          <tr key={line.reservationId} className="border-t border-line">
            <Cell strong>
              {line.orderId ? (
                <CellLink to={`/admin/orders/${line.orderId}`}>{line.orderId}</CellLink>
              ) : (
                <CellLink to={reservationPath(line.product, line.reservationId)}>Reservation</CellLink>
              )}
            </Cell>
            <Cell>
              {line.email === null ? (
                EMAIL_NOT_CONFIRMED
              ) : (
                <a href={`mailto:${line.email}`} className={cellLink}>
                  {line.customer}
                </a>
              )}
            </Cell>
            <Cell>
              <CellLink to={`/admin/products/${line.productId}/lots`}>{line.product}</CellLink>
            </Cell>
            <Cell right strong>{`${line.missing} of ${line.quantity}`}</Cell>
            <Cell>{line.pickup ?? 'no time yet'}</Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
