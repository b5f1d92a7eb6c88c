/** Renders what the shop runs on: disks, database, versions, instances; and the check of stock. */
import { Link } from 'react-router';
import { Panel } from '#office/kit/panel.tsx';
import { rowAction } from '#office/kit/row-action.ts';
import { Facts } from '#ui/facts.tsx';
import type { Operations } from './operations-queries.server.ts';

export function DiskSection({ operations }: { operations: Operations }) {
  const { instances, database, node } = operations;
  return (
    <Panel title="Disk and versions" id="disk">
      <Facts
        facts={[
          ['Database', `${database.size}, PostgreSQL ${database.version}`],
          ['Node', node],
        ]}
      />
      <h3 className="mt-5 mb-2 font-semibold">Servers</h3>
      {instances.length === 0 ? (
        <p className="text-ink-soft">No server has reported in the last few minutes.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {instances.map((instance) => (
            <li key={instance.id} className="py-3">
              <p className="mb-1 font-medium wrap-anywhere">{instance.name}</p>
              <Facts
                facts={[
                  ['Version', instance.version],
                  ['Up for', `${instance.up}, since ${instance.started}`],
                  ['Disk', instance.disk ? `${instance.disk} free` : 'It could not be read'],
                  ['Last seen', `${instance.seen} ago`],
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function StockSection({ stock }: { stock: Operations['stock'] }) {
  return (
    <Panel title="Stock and its ledger" id="stock">
      <p className="measure text-ink-soft">
        The stock of each product and lot is compared with the sum of its ledger every hour, or every night if
        the ledger is very long.
      </p>
      <p className="mt-2">{stock ? `Last compared ${stock.checked}.` : 'Not compared yet.'}</p>
      {stock && stock.products.length > 0 ? (
        <ul className="mt-2">
          {stock.products.map((id) => (
            <li key={id}>
              <Link to={`/admin/products/${id}/lots`} className={rowAction}>
                Lots of product {id}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
