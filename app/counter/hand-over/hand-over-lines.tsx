/** Renders what to hand over, and what the customer may still have today. */
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import type { CounterLine } from '../day/counter-order.ts';

export function HandOverLines({ lines, left }: { lines: readonly CounterLine[]; left: readonly string[] }) {
  return (
    <div>
      <ul aria-label="To hand over" className="divide-y divide-line border-y border-line">
        {lines.map(({ productId, name, size, quantity, batches }) => (
          <li key={productId} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 py-2">
            <span className="figures font-semibold">{quantity} ×</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name}</span>{' '}
              <span className="text-ink-soft">
                {size ? `${size} · ` : ''}
                {batchesLabel(batches)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {left.length > 0 ? (
        <p className="figures mt-2 text-sm text-ink-soft">
          Left today, with everything on order counted: {left.join(', ')}.
        </p>
      ) : null}
    </div>
  );
}
