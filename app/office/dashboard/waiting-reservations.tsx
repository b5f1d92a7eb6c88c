/** Renders reservations without a pickup time. */
import { Panel } from '#office/kit/panel.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';
import { Cell, CellLink, Nothing, reservationPath, Table } from './dashboard-table.tsx';

/** 'Nov 22, 2026 10:24 PM', never broken before AM or PM. */
const unbrokenTime = (text: string) => text.replace(/ (?=[AP]M$)/, '\u00a0');

export function ReservationsWaiting({ waiting }: { waiting: Dashboard['waiting'] }) {
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
              <Cell>{line.until === null ? 'no end' : unbrokenTime(line.until)}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
