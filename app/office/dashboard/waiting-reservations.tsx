/** Renders reservations without a pickup time. */
import { Moment } from '#office/kit/moment.tsx';
import { Nothing } from '#office/kit/nothing.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';
import { Cell, CellLink, reservationPath, Table } from './dashboard-table.tsx';

/** @param year the store's present one, which times do not repeat */
export function ReservationsWaiting({ waiting, year }: { waiting: Dashboard['waiting']; year: number }) {
  return (
    <Panel
      title="Reservations waiting"
      note={
        waiting.total > 0 ? (
          <CellLink to="/admin/pickup-reservations?status=pending">{waiting.total} pending</CellLink>
        ) : null
      }
    >
      {waiting.lines.length === 0 ? (
        <Nothing>No reservations waiting for a pickup time.</Nothing>
      ) : (
        <Table name="Reservations waiting" head={['Customer', 'Product', 'Qty', 'Held until']} right={[2]}>
          {waiting.lines.map((line) => (
            <tr key={line.id} className="border-t border-line">
              <Cell>
                {line.userId === null ? (
                  line.customer
                ) : (
                  <CellLink to={`/admin/customers/${line.userId}`}>{line.customer}</CellLink>
                )}
              </Cell>
              <Cell>
                <CellLink to={reservationPath(line.product, line.id)}>
                  {line.product}
                  <span className="sr-only">, reservation of {line.customer}</span>
                </CellLink>
              </Cell>
              <Cell right>{line.quantity}</Cell>
              <Cell>
                {line.until === null ? (
                  'no end'
                ) : (
                  <Moment text={line.until} without={year} className="whitespace-nowrap" />
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
