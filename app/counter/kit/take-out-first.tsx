/** Renders what must leave a bag before its hand-over, each with its place and a button; recalled units in red. */
import type { ReactNode } from 'react';
import { placeWords, TAKE_OUT_FIRST, type UnitsOut } from '#core/goods/stock/put-back/put-back.ts';

export function TakeOutFirst({
  rows,
  button,
  className = '',
}: {
  rows: readonly UnitsOut[];
  /** Says that these units are out of the bag. */
  button: (row: UnitsOut) => ReactNode;
  className?: string;
}) {
  if (rows.length === 0) return null;
  return (
    <section
      aria-label={TAKE_OUT_FIRST}
      className={`rounded-control border-l-8 border-clay-700 bg-clay-100 p-4 ${className}`}
    >
      <h2 className="text-xl font-semibold text-clay-700">{TAKE_OUT_FIRST}</h2>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1 basis-44">
              <p className="figures wrap-anywhere">
                <span className="font-semibold">{row.units} ×</span>{' '}
                <span className="font-medium">{row.name}</span>
                {row.size ? ` · ${row.size}` : ''} · batch {row.batchNumber}
              </p>
              <p className={`font-semibold ${row.lotStatus === 'sellable' ? '' : 'text-clay-700'}`}>
                {placeWords(row)}
                {row.lotStatus !== 'sellable' && row.shelfPlace ? (
                  <span className="font-normal text-ink-soft"> · not on {row.shelfPlace}</span>
                ) : null}
              </p>
            </div>
            {button(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button's words: what it says has happened, and for screen readers of which units. */
export function OutWords({ units, name, batchNumber }: UnitsOut) {
  return (
    <>
      Out of the bag
      <span className="sr-only">
        : {units} of {name}, batch {batchNumber}
      </span>
    </>
  );
}
