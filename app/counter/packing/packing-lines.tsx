/** Renders the lines of an order with their lots, what is in the bag, and buttons for packing without a scan. */

import { dayLabel } from '#core/goods/stock/lots/lots.ts';
import type { BagLot } from '#core/sales/orders/packing/unit-to-pack.ts';
import { Button } from '#ui/button.tsx';
import { CircleCheck } from '#ui/icons.ts';
import type { PackedRow, PackingLine, PackingOrder } from '../day/packing-order.ts';
import type { Scans } from './code-field.tsx';

type Props = { scans: Scans; isMine: boolean };

export function PackingLines({ order, ...rest }: { order: PackingOrder } & Props) {
  return (
    <ul aria-label="To pack" className="min-w-0 divide-y divide-line border-y border-line">
      {order.lines.map((line) => (
        <Line key={line.reservationId} line={line} {...rest} />
      ))}
    </ul>
  );
}

function Line({ line, scans, isMine }: { line: PackingLine } & Props) {
  const { name, size, quantity, packed, missing, lots } = line;
  const left = quantity - missing - packed;
  return (
    <li aria-label={name} className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="text-lg font-semibold wrap-anywhere">
            {name} <span className="font-normal text-ink-soft">{size}</span>
          </p>
          <p className="figures flex items-center gap-2">
            {packed === quantity ? (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-spruce-700" />
            ) : null}
            packed {packed} of {quantity}
            {missing > 0 ? <span className="text-clay-700">, {missing} missing</span> : null}
          </p>
          <ul className="figures text-sm text-ink-soft">
            {lots.map((lot) => (
              <li key={lot.lotId} className="wrap-anywhere">
                {lotWords(lot)}
              </li>
            ))}
          </ul>
        </div>
        {isMine && left > 0 ? <PackButtons line={line} left={left} scans={scans} /> : null}
      </div>
      {line.inBag.length > 0 ? <InBag line={line} scans={scans} isMine={isMine} /> : null}
    </li>
  );
}

/** '2 of batch B-1 · last day Nov 30, 2026 · Shelf A3' */
function lotWords({ batchNumber, expiresOn, shelfPlace, quantity }: BagLot): string {
  return [
    `${quantity} of batch ${batchNumber}`,
    expiresOn === null ? null : `last day ${dayLabel(expiresOn)}`,
    shelfPlace,
  ]
    .filter(Boolean)
    .join(' · ');
}

function PackButtons({ line, left, scans }: { line: PackingLine; left: number; scans: Scans }) {
  const { fetcher, isBusy, clear } = scans;
  return (
    <fetcher.Form method="post" onSubmit={clear} className="flex flex-wrap gap-2">
      <input type="hidden" name="key" value={line.key} />
      <input type="hidden" name="line" value={line.reservationId} />
      <Button
        type="submit"
        name="intent"
        value="pack-one"
        rank="secondary"
        className="min-h-12"
        busy={isBusy}
      >
        Pack one<span className="sr-only"> {line.name}</span>
      </Button>
      {left > 1 ? (
        <Button
          type="submit"
          name="intent"
          value="pack-all"
          rank="secondary"
          className="min-h-12"
          busy={isBusy}
        >
          Pack all {left}
          <span className="sr-only"> {line.name}</span>
        </Button>
      ) : null}
    </fetcher.Form>
  );
}

function InBag({ line, scans, isMine }: { line: PackingLine } & Props) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
        In the bag ({line.packed})<span className="sr-only"> {line.name}</span>
      </summary>
      <ul className="divide-y divide-line text-sm">
        {line.inBag.map((row) => (
          <li
            key={row.unit ?? row.lotId}
            className="figures flex flex-wrap items-center justify-between gap-x-4 py-1"
          >
            <span className="min-w-0 wrap-anywhere">{rowWords(row)}</span>
            {isMine ? <TakeOut row={row} line={line} scans={scans} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

function rowWords(row: PackedRow): string {
  if (row.unit === null) return `${row.units} of batch ${row.batchNumber}, packed at once`;
  const code = row.code === null ? '' : `, unit …${row.code}`;
  return `Batch ${row.batchNumber}${code}, ${row.by}, ${row.at}`;
}

function TakeOut({ row, line, scans }: { row: PackedRow; line: PackingLine; scans: Scans }) {
  const { fetcher, isBusy, clear } = scans;
  return (
    <fetcher.Form method="post" onSubmit={clear}>
      <input type="hidden" name="intent" value="take-out" />
      {row.unit === null ? (
        <>
          <input type="hidden" name="line" value={line.reservationId} />
          <input type="hidden" name="lot" value={row.lotId} />
          <input type="hidden" name="packed" value={row.packed} />
        </>
      ) : (
        <input type="hidden" name="unit" value={row.unit} />
      )}
      <Button type="submit" rank="quiet" size="small" className="min-h-11" busy={isBusy}>
        Take out<span className="sr-only"> one {line.name}</span>
      </Button>
    </fetcher.Form>
  );
}
