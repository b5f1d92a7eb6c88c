/** Renders products with low stock. */
import { Panel } from '#office/frame/panel.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';
import { Cell, CellLink, Nothing, Table } from './dashboard-table.tsx';

export function LowStock({ lowStock }: { lowStock: Dashboard['lowStock'] }) {
  return (
    <Panel
      title="Low stock"
      note={
        lowStock.total > 0 ? (
          <CellLink to="/admin/inventory?sale=yes&stock=low">
            {lowStock.total} with 5 or fewer available
          </CellLink>
        ) : null
      }
    >
      {lowStock.lines.length === 0 ? (
        <Nothing>All products for sale have more than 5 available.</Nothing>
      ) : (
        <Table name="Low stock" head={['Product', 'Available', 'On hand', 'Held']} right={[1, 2, 3]}>
          {lowStock.lines.map((line) => (
            <tr key={line.id} className="border-t border-line">
              <Cell>
                <CellLink to={`/admin/products/${line.id}/lots`}>{line.name}</CellLink>
              </Cell>
              <Cell right strong>
                {line.available}
              </Cell>
              <Cell right>{line.onHand}</Cell>
              <Cell right>{line.held}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
