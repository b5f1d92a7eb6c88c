/** Renders the facts of a record of waste. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wasteReasonLabel, weightWords } from '#core/goods/stock/waste/waste.ts';
import type { WasteRow } from '#core/goods/stock/waste/waste-list.ts';

/** As tall as a finger, in a row as low as the others. */
const link = '-my-2.5 inline-flex min-h-11 min-w-11 items-center underline underline-offset-4';

export function WasteFacts({ row }: { row: WasteRow }) {
  const facts: [string, ReactNode][] = [
    ['Product', [row.product, row.size].filter(Boolean).join(', ')],
    [
      'Batch',
      <Link key="batch" to={`/admin/lots/${row.lotId}`} className={link}>
        {row.batchNumber}
      </Link>,
    ],
    ['Package tag', row.packageTag],
    ['Units', row.units],
    ['Weight', weightWords(row.weightMg)],
    ['Reason', wasteReasonLabel[row.reason]],
    ['Note', row.note],
    [
      'Order',
      row.order ? (
        <Link key="order" to={`/admin/orders/${row.order}`} className={link}>
          {row.order}
        </Link>
      ) : null,
    ],
    ['Recorded', `${row.recorded} by ${row.recordedBy}`],
    ['Witness', row.witness],
    ['Undone', row.undone && `${row.undone} by ${row.undoneBy}`],
    ['Destroyed', row.destroyed && `${row.destroyed} by ${row.destroyedBy}`],
    ['Method', row.method],
    ['Note on destruction', row.destructionNote],
  ];
  return (
    <dl className="figures mb-6 grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_1fr]">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-ink-soft sm:pt-0.5">{label}</dt>
            <dd className="min-w-0 wrap-anywhere max-sm:mb-1">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
