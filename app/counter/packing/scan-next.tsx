/** Renders what to take and scan next in large type, and a field for codes: typed, or scanned without scripts. */
import { useEffect, useRef } from 'react';
import { nextToPack } from '#core/orders/packing/unit-to-pack.ts';
import { dayLabel } from '#core/stock/lots.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import type { PackingOrder } from './packing-queries.server.ts';
import type { usePackingScans } from './use-packing-scans.ts';

export type Scans = ReturnType<typeof usePackingScans>;

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
      <CodeField order={order} scans={scans} />
    </section>
  );
}

function CodeField({
  order: { key },
  scans: { fetcher, clear, isBusy },
}: {
  order: PackingOrder;
  scans: Scans;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (fetcher.data?.kind === 'done') form.current?.reset();
  }, [fetcher.data]);
  return (
    <fetcher.Form ref={form} method="post" onSubmit={clear} className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="intent" value="scan" />
      <input type="hidden" name="key" value={key} />
      <Field
        label="Scan or type a code"
        name="code"
        required
        maxLength={400}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-w-0 grow basis-56"
      />
      <Button type="submit" rank="secondary" className="min-h-12" busy={isBusy}>
        Enter code
      </Button>
    </fetcher.Form>
  );
}
