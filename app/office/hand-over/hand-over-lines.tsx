/** Renders what to hand over. */
import { batchesLabel } from '#core/stock/lots.ts';
import type { ManagedOrder } from '#office/orders/managed-order-queries.server.ts';

export function HandOverLines({ lines }: { lines: ManagedOrder['lines'] }) {
  return (
    <ul aria-label="To hand over" className="mb-8 divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.productId} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 py-2">
          <span className="figures font-semibold">{line.quantity} ×</span>
          <span className="min-w-0">
            <span className="font-medium">{line.name}</span>{' '}
            <span className="text-ink-soft">{batchesLabel(line.batches)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
