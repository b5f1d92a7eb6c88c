/** Renders what to take and scan next in large type, and a field for codes. */

import { dayLabel } from '#core/goods/stock/lots/lots.ts';
import { nextToPack } from '#core/sales/orders/packing/unit-to-pack.ts';
import type { PackingOrder } from '../day/packing-order.ts';
import { CodeField, type Scans } from './code-field.tsx';

export function ScanNext({ order, scans }: { order: PackingOrder; scans: Scans }) {
  const next = nextToPack(order.lines);
  return (
    <section aria-label="Next" className="flex flex-col gap-4 rounded-surface bg-cream p-4">
      {next ? (
        <div>
          <h2 className="text-sm font-medium text-ink-soft">Take and scan</h2>
          <p className="mt-1 font-display text-3xl leading-tight wrap-anywhere">{next.line.name}</p>
          <p className="figures mt-2 text-xl wrap-anywhere">
            {[
              next.line.size,
              `batch ${next.lot.batchNumber}`,
              next.lot.expiresOn === null ? null : `last day ${dayLabel(next.lot.expiresOn)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="figures mt-1 text-xl font-semibold wrap-anywhere">
            {[
              next.lot.shelfPlace,
              next.lot.quantity - next.lot.packed === 1
                ? '1 unit'
                : `${next.lot.quantity - next.lot.packed} units`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      ) : null}
      <CodeField newKey={order.key} enter="Enter code" scans={scans} />
    </section>
  );
}
