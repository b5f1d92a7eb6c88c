/** Renders products with low stock. */

import { Nothing } from '#office/kit/nothing.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { Dashboard } from './dashboard-queries.server.ts';
import { Cell, CellLink, Table } from './dashboard-table.tsx';

export function LowStock({ lowStock }: { lowStock: Dashboard['lowStock'] }) {
  return (
    <Panel
      title="Low stock"
      note={
        lowStock.total > 0 ? (
          <CellLink to="/admin/inventory?sale=yes&stock=low">
            {lowStock.total} at or below {lowStock.total === 1 ? 'its' : 'their'} level
          </CellLink>
        ) : null
      }
    >
      {lowStock.lines.length === 0 ? (
        <Nothing>All products for sale are above their low-stock level.</Nothing>
      ) : (
        <Table name="Low stock" head={['Product', 'Available', 'Level', 'On hand']} right={[1, 2, 3]}>
          {lowStock.lines.map((line) => (
            <tr key={line.id} className="border-t border-line">
              <Cell>
                <CellLink to={`/admin/products/${line.id}/lots`}>{line.name}</CellLink>
              </Cell>
              <Cell right strong>
                {line.available}
              </Cell>
              <Cell right>{line.level}</Cell>
              <Cell right>{line.onHand}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
}
